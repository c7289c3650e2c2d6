import { type BaseServiceParams, FileService, TranscriptService } from 'assemblyai'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { readAnswerText, serverReason, withoutSecrets } from '../server-reason'
import { parseRefusal } from './parse-refusal'

export type AssemblyaiConfig = {
  apiKey: string
  /** The API's address, for example `https://api.eu.assemblyai.com`. */
  baseUrl: string
  /** The secret that webhooks carry; null: no webhooks are requested. */
  webhookSecret: string | null
  /** How long a call may be idle. A minute by default. */
  idleMs?: number
}

/** Some ten hours of words are 15 MB. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
const IDLE_MS = 60_000
const QUOTED_CHARACTERS = 500

/** An error in words, down to what caused it. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${inWords(error.cause)}`
}

/**
 * A copy of an error for the log: shortened, without the secrets of the configuration, and without the addresses of recordings,
 * which may grant access to them.
 */
export function redactedError(error: unknown, { apiKey, webhookSecret }: AssemblyaiConfig): Error {
  const redacted = withoutSecrets(inWords(error), [apiKey, webhookSecret ?? undefined])
  return new Error(redacted.replaceAll(/https?:\/\/[^\s"'<>]+/g, 'its address').slice(0, QUOTED_CHARACTERS))
}

type Bounds = { totalMs: number; signal: AbortSignal }

/** Waits no longer than `idleMs` for the next part of an exchange, and `totalMs` for all of it. Stop it at the end. */
function startIdleDeadline(idleMs: number, { totalMs, signal }: Bounds) {
  const silence = new AbortController()
  const timeoutError = (why: string) => new DOMException(why, 'TimeoutError')
  const late = () => timeoutError(`it was not over after ${totalMs} ms`)
  const deadline = startDeadline({ signals: [signal, silence.signal], timeoutMs: totalMs, late })
  const idle = setTimeout(() => silence.abort(timeoutError(`nothing was sent or answered for ${idleMs} ms`)), idleMs)
  return {
    signal: deadline.signal,
    /** To be called whenever a part was sent or received. */
    movedOn: () => {
      idle.refresh()
    },
    stop: () => {
      clearTimeout(idle)
      deadline.stop()
    },
  }
}

/** A call of AssemblyAI within its time limits, of one request or several. */
export type Call = {
  /**
   * Sends a request as the SDK makes it, without redirects, and returns the whole response, which is bounded. Throws a refusal as
   * a Problem without any secret, and the signal's reason when aborted.
   */
  ask: (send: (init: RequestInit) => Promise<Response>, init?: RequestInit) => Promise<Response>
  /** Called whenever a part of a recording was sent. */
  movedOn: () => void
}

/** Runs work in a call that ends after `totalMs`, after an idle minute, or with the caller's signal. */
export async function inCall<T>(
  config: AssemblyaiConfig,
  bounds: Bounds,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const { signal } = bounds
  signal.throwIfAborted()
  const deadline = startIdleDeadline(config.idleMs ?? IDLE_MS, bounds)
  const { movedOn } = deadline
  const unreachable = (error: unknown) =>
    new Problem('transcriber_failed', {
      detail: deadline.signal.aborted
        ? 'AssemblyAI did not answer in time. Nothing was charged; try again.'
        : "AssemblyAI can't be reached. Nothing was charged. Try again, or ask the operator to check ASSEMBLYAI_BASE_URL.",
      context: { retryable: true },
      cause: redactedError(error, config),
    })
  const ask: Call['ask'] = async (send, init) => {
    let response: Response
    let text: string
    try {
      // A redirect would send the recording, or the key, elsewhere.
      response = await send({ ...init, redirect: 'error', signal: deadline.signal })
      movedOn()
      text = await readAnswerText(response, MAX_BODY_BYTES, movedOn)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw unreachable(error)
    }
    if (response.ok) return new Response(text, { status: 200, headers: { 'content-type': 'application/json' } })
    const cause = redactedError(new Error(`AssemblyAI answered ${response.status}: ${text}`), config)
    const reason = serverReason(text, [config.apiKey, config.webhookSecret ?? undefined])
    const retryAfter = response.headers.get('retry-after')
    throw parseRefusal({ status: response.status, says: text, reason, retryAfter, cause }) ?? cause
  }
  try {
    return await work({ ask, movedOn })
  } finally {
    deadline.stop()
  }
}

/** The SDK's uploads, within the limits of a call. */
export class BoundedFiles extends FileService {
  readonly #call: Call

  constructor(params: BaseServiceParams, call: Call) {
    super(params)
    this.#call = call
  }

  protected override fetch(input: string, init?: RequestInit): Promise<Response> {
    return this.#call.ask((bounded) => this.fetchResponse(input, bounded), init)
  }
}

/** The SDK's transcripts, within the limits of a call: the SDK itself waits for ever and drops the status. */
export class BoundedTranscripts extends TranscriptService {
  readonly #call: Call

  constructor(params: BaseServiceParams, call: Call) {
    super(params, new FileService(params))
    this.#call = call
  }

  protected override fetch(input: string, init?: RequestInit): Promise<Response> {
    return this.#call.ask((bounded) => this.fetchResponse(input, bounded), init)
  }
}
