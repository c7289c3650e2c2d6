import { setImmediate as nextTurn } from 'node:timers/promises'
import { singleton } from '@/lib/core/concurrency/singleton'
import { parseUrl } from '@/lib/core/http/parse-url'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { withoutSecrets } from '@/lib/core/secrets/without-secrets'
import { VERSION } from '@/lib/core/version'
import type { Platform } from '@/lib/platforms/platforms'
import { writeKeptAnswer } from './answer-ring'
import { type Answer, MAX_KEPT_BYTES, withNotedAnswers } from './noted-answer'
import { redactBeginning, redactText } from './redact-text'

/** A platform that has changed fails for every link: one of its answers a minute is enough. */
const EVERY_MS = 60_000

type Failure = { platform: Platform; extractor: string; problem: Problem; answer: Answer | null }

type Keeper = { keptAtMs: Map<string, number>; writing: Promise<void> }

const keeper = () => singleton('answer-keeper', (): Keeper => ({ keptAtMs: new Map(), writing: Promise.resolve() }))

/** The cause of a problem, in a line without secrets; null: none is known. */
export function causeOf({ cause }: Problem): string | null {
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : cause
  return typeof said === 'string' && said !== '' ? withoutSecrets(said) : null
}

const EMPTY: Answer = { url: null, status: null, contentType: null, body: new Uint8Array(), bytes: 0 }

async function write({ platform, extractor, problem, answer }: Failure): Promise<void> {
  // Callers that wait for the failure are served first.
  await nextTurn()
  const { url, status, contentType, body, bytes } = answer ?? EMPTY
  const text = new TextDecoder().decode(body)
  const reason = causeOf(problem)
  const address = url === null ? null : parseUrl(url)
  try {
    await writeKeptAnswer({
      kept_at: new Date().toISOString(),
      version: VERSION,
      platform,
      extractor,
      reason: reason && redactText(reason),
      host: address?.host ?? null,
      path: address ? redactText(address.pathname) : null,
      status,
      content_type: contentType,
      body_bytes: bytes,
      body: bytes > MAX_KEPT_BYTES ? redactBeginning(text) : redactText(text),
    })
  } catch (error) {
    log.warn('A response that was not understood could not be stored. Check the disk of the data folder.', { error })
  }
}

/**
 * Keeps a platform's answer that was not understood (`upstream_changed`) for the operator, redacted, at most one a
 * minute for each extractor. Runs in the background, and ignores every other problem.
 */
export function keepAnswer(failure: Failure, nowMs = Date.now()): void {
  if (failure.problem.code !== 'upstream_changed') return
  const state = keeper()
  const key = `${failure.platform} ${failure.extractor}`
  const keptAtMs = state.keptAtMs.get(key)
  if (keptAtMs !== undefined && nowMs - keptAtMs < EVERY_MS) return
  state.keptAtMs.set(key, nowMs)
  state.writing = state.writing.then(() => write(failure))
}

/** Runs work that queries a platform, and stores the last answer that it noted if that was not understood. */
export async function keepingAnswers<T>(
  asked: Pick<Failure, 'platform' | 'extractor'>,
  work: () => Promise<T>,
): Promise<T> {
  const { result, answer } = withNotedAnswers(work)
  try {
    return await result
  } catch (error) {
    if (error instanceof Problem) keepAnswer({ ...asked, problem: error, answer: answer() })
    throw error
  }
}

/** Waits until what is to be kept so far is on the disk. */
export function keptSoFar(): Promise<void> {
  return keeper().writing
}
