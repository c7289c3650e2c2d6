import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { retryAfterSeconds } from '@/lib/core/http/retry-after'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import type { ModelFile, SpeechModel } from './manifest'
import { partBytes } from './model-state'
import { type ModelSource, modelSources, type OpenedFile, openModelFile } from './open-model-file'
import { hashFile } from './verify-model'

export type FetchOptions = {
  signal: AbortSignal
  /** Called with the bytes received so far. */
  onBytes: (bytes: number) => void
  /** The longest silence of a mirror; 30 s by default. */
  silenceMs?: number | undefined
}

type Fetching = FetchOptions & { file: ModelFile; source: ModelSource; target: string; part: string }

const hostOf = ({ source }: Fetching) => source.url.host

function otherFile(fetching: Fetching, what: string): Problem {
  const { file } = fetching
  return new Problem('upstream_changed', {
    detail: `${hostOf(fetching)} gives another ${file.path} than the one that is known here: ${what}. It is not used; check MODELS_BASE_URL, or try again later.`,
    context: { file: file.path },
  })
}

function refusal(fetching: Fetching, { status, retryAfter }: OpenedFile): Problem {
  const { file } = fetching
  const answered = `${hostOf(fetching)} answered ${status} for ${file.path}.`
  const context = { file: file.path, upstream_status: status }
  if (status === 404 || status === 410) {
    return new Problem('source_not_found', {
      detail: `${answered} Check MODELS_BASE_URL, or update Verbatim.`,
      context,
    })
  }
  if (status === 429 || status >= 500) {
    const seconds = retryAfterSeconds(retryAfter)
    return new Problem('upstream_blocked', {
      detail: `${answered} Try again in a few minutes.`,
      context,
      ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
    })
  }
  return new Problem('upstream_changed', { detail: `${answered} Check MODELS_BASE_URL.`, context })
}

function cutOff(fetching: Fetching, cause: Problem): Problem {
  const { file } = fetching
  const detail = `${hostOf(fetching)} can't be reached, or closed the connection. The downloaded part of ${file.path} is kept. Check the network and EGRESS_PROXY_URL, or set MODELS_BASE_URL to a mirror, then download again.`
  return new Problem('upstream_timeout', { detail, cause })
}

/** The offset at which the response continues the file; null when the received part cannot be continued. */
function startOf(fetching: Fetching, had: number, opened: OpenedFile): number | null {
  const { file } = fetching
  const { status, contentLength, contentRange } = opened
  if (status === 416 && had > 0) return null
  if (status === 200) {
    const declared = contentLength === null ? file.bytes : Number(contentLength)
    if (declared !== file.bytes) throw otherFile(fetching, `it has ${declared} bytes, not ${file.bytes}`)
    return 0
  }
  if (status !== 206) throw refusal(fetching, opened)
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(contentRange ?? '') ?? []
  if (Number(start) !== had) return null
  if (total !== '*' && Number(total) !== file.bytes) {
    throw otherFile(fetching, `it has ${total} bytes, not ${file.bytes}`)
  }
  return had
}

/** Writes a body into the part, from `start` on. */
async function write({ body }: OpenedFile, fetching: Fetching, start: number): Promise<void> {
  const handle = await open(fetching.part, start > 0 ? 'r+' : 'w')
  let bytes = start
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (bytes + chunk.length > fetching.file.bytes) throw otherFile(fetching, 'it is longer')
      for (let done = 0; done < chunk.length; ) {
        done += (await handle.write(chunk, done, chunk.length - done, bytes + done)).bytesWritten
      }
      bytes += chunk.length
      fetching.onBytes(bytes)
    }
  } finally {
    await handle.close()
  }
}

async function resumeFile(fetching: Fetching, had: number): Promise<void> {
  const { source, file, signal, part, silenceMs } = fetching
  const opened = await openModelFile(source, { offset: had, maxBytes: file.bytes, silenceMs, signal })
  try {
    const start = startOf(fetching, had, opened)
    if (start === null) await rm(part, { force: true })
    else await write(opened, fetching, start)
  } finally {
    opened.body.on('error', () => undefined).destroy()
  }
}

/** Resumes the part file; returns the error that interrupted it, if one did. */
async function tryToResume(fetching: Fetching, had: number): Promise<Problem | null> {
  try {
    await resumeFile(fetching, had)
    return null
  } catch (error) {
    fetching.signal.throwIfAborted()
    if (error instanceof Problem && error.code === 'upstream_timeout') return error
    throw error
  }
}

/** Downloads the part file, resuming after each lost connection for as long as every new one makes progress. */
async function fill(fetching: Fetching): Promise<void> {
  const { file, part, target } = fetching
  let hasStartedOver = false
  for (;;) {
    const had = await partBytes(target)
    if (had === file.bytes) return
    if (had > file.bytes) {
      await rm(part)
      continue
    }
    const cut = await tryToResume(fetching, had)
    const has = await partBytes(target)
    if (has > had) continue
    const startsOver = has === 0 && had > 0 && !hasStartedOver
    if (!startsOver) throw cut ? cutOff(fetching, cut) : otherFile(fetching, `it ends after ${has} bytes`)
    hasStartedOver = true
  }
}

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The failure, in words for the operator. */
function inWords(error: unknown, fetching: Fetching): Error {
  fetching.signal.throwIfAborted()
  if (error instanceof Problem && error.code === 'file_too_large') return otherFile(fetching, 'it is longer')
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const detail = `The disk is full. Make room and fetch again: what is here of ${fetching.file.path} is kept.`
    return new Problem('storage_unavailable', { detail, cause: error })
  }
  return error instanceof Error ? error : new Error(String(error))
}

/** Fills the part from one source, and checks it. What another run or source has left may be of another file. */
async function fetchFrom(fetching: Fetching): Promise<void> {
  const { file, part, target, signal } = fetching
  for (let isOurs = (await partBytes(target)) === 0; ; isOurs = true) {
    try {
      await fill(fetching)
    } catch (error) {
      throw inWords(error, fetching)
    }
    if ((await hashFile(part, signal)) === file.sha256) return
    await rm(part)
    if (isOurs) throw otherFile(fetching, 'its checksum is not the same')
  }
}

/** The failures of a source that say nothing of the next one. */
const OF_SOURCE: readonly ProblemCode[] = [
  'upstream_changed',
  'upstream_blocked',
  'upstream_failed',
  'upstream_timeout',
  'source_not_found',
  'blocked_url',
  'invalid_url',
]
/** Failures that may pass. */
const PASSING: readonly ProblemCode[] = ['upstream_blocked', 'upstream_failed', 'upstream_timeout']

/** Whether another attempt may succeed later. */
export function isPassing({ code }: Problem): boolean {
  return PASSING.includes(code)
}

/** Combines the problems of all sources: a passing one if there is any, with the message of each. */
function summary(problems: readonly Problem[]): Problem {
  const [first] = problems
  const main = problems.find(isPassing) ?? first
  if (!main || problems.length === 1) return main ?? new Problem('source_not_found')
  const detail = problems.map(({ message }) => message).join(' ')
  const retry = main.retryAfterSeconds === null ? {} : { retryAfterSeconds: main.retryAfterSeconds }
  return new Problem(main.code, { detail, context: main.context, cause: main, ...retry })
}

/** Downloads the part file from the first source that has the right file. */
async function fetchFromAny(sources: readonly ModelSource[], fetching: Omit<Fetching, 'source'>): Promise<void> {
  const problems: Problem[] = []
  for (const source of sources) {
    try {
      return await fetchFrom({ ...fetching, source })
    } catch (error) {
      fetching.signal.throwIfAborted()
      if (!(error instanceof Problem) || !OF_SOURCE.includes(error.code)) throw error
      problems.push(error)
    }
  }
  throw summary(problems)
}

/**
 * Fetches a file of a model into the folder, from the first of its sources that has it: by way of a `.part`, which
 * stays when it is cut off and is continued the next time, and by size and hash, before it gets its name. Throws
 * Problems: `upstream_changed` for another file than the manifest's, `source_not_found`, `upstream_blocked`,
 * `upstream_timeout`, `storage_unavailable`; the signal's reason.
 */
export async function fetchFile(
  model: SpeechModel,
  file: ModelFile,
  folder: string,
  options: FetchOptions,
): Promise<void> {
  const target = path.join(folder, file.path)
  const part = `${target}.part`
  await fetchFromAny(modelSources(model, file), { ...options, file, target, part })
  await toDisk(part)
  await rename(part, target)
  await toDisk(folder)
}
