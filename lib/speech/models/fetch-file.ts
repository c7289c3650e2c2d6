import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/platform/problem'
import { hashFile } from './hash-file'
import type { ModelFile } from './manifest'
import { partBytes } from './model-state'
import { modelHost, type OpenedFile, openModelFile } from './open-model-file'

export type FetchOptions = {
  signal: AbortSignal
  /** Called with how much of the file is here, as it comes. */
  onBytes: (bytes: number) => void
}

type Fetching = FetchOptions & { file: ModelFile; address: string; target: string; part: string }

function otherFile({ file }: Fetching, what: string): Problem {
  return new Problem('upstream_changed', {
    detail: `${modelHost()} gives another ${file.path} than the one that is known here: ${what}. It is not used; check MODELS_BASE_URL, or try again later.`,
    context: { file: file.path },
  })
}

function refusal({ file }: Fetching, status: number): Problem {
  const answered = `${modelHost()} answered ${status} for ${file.path}.`
  const context = { file: file.path, upstream_status: status }
  if (status === 404 || status === 410) {
    return new Problem('source_not_found', {
      detail: `${answered} Check MODELS_BASE_URL, or update Verbatim.`,
      context,
    })
  }
  if (status === 429 || status >= 500) {
    return new Problem('upstream_blocked', { detail: `${answered} Try again in a few minutes.`, context })
  }
  return new Problem('upstream_changed', { detail: `${answered} Check MODELS_BASE_URL.`, context })
}

function cutOff({ file }: Fetching, cause: Problem): Problem {
  const detail = `${modelHost()} can not be reached, or cuts the connection. What is here of ${file.path} is kept; check the network and EGRESS_PROXY_URL, or set MODELS_BASE_URL to a mirror, and fetch again.`
  return new Problem('upstream_timeout', { detail, cause })
}

/** From where the answer goes on in the file; null when what is here already is not wanted there and goes. */
function startOf(fetching: Fetching, had: number, { status, contentLength, contentRange }: OpenedFile): number | null {
  const { file } = fetching
  if (status === 416 && had > 0) return null
  if (status === 200) {
    const declared = contentLength === null ? file.bytes : Number(contentLength)
    if (declared !== file.bytes) throw otherFile(fetching, `it has ${declared} bytes, not ${file.bytes}`)
    return 0
  }
  if (status !== 206) throw refusal(fetching, status)
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

async function goOn(fetching: Fetching, had: number): Promise<void> {
  const { address, file, signal, part } = fetching
  const opened = await openModelFile(address, { offset: had, maxBytes: file.bytes, signal })
  try {
    const start = startOf(fetching, had, opened)
    if (start === null) await rm(part, { force: true })
    else await write(opened, fetching, start)
  } finally {
    opened.body.on('error', () => undefined).destroy()
  }
}

/** Goes on in the part; gives the cut that ended it, if one did. */
async function tryToGoOn(fetching: Fetching, had: number): Promise<Problem | null> {
  try {
    await goOn(fetching, had)
    return null
  } catch (error) {
    fetching.signal.throwIfAborted()
    if (error instanceof Problem && error.code === 'upstream_timeout') return error
    throw error
  }
}

/** Fills the part, going on where the connection was cut for as long as each new one brings something. */
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
    const cut = await tryToGoOn(fetching, had)
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

/** What went wrong, in words for the operator. */
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

/**
 * Fetches a file of a model into the folder: by way of a `.part`, which stays when it is cut off and is gone on with the
 * next time, and by size and hash, before it gets its name. Throws Problems: `upstream_changed` for another file than the
 * manifest's, `source_not_found`, `upstream_blocked`, `upstream_timeout`, `storage_unavailable`; the signal's reason.
 */
export async function fetchFile(base: string, file: ModelFile, folder: string, options: FetchOptions): Promise<void> {
  const target = path.join(folder, file.path)
  const fetching = { ...options, file, address: `${base}/${file.path}`, target, part: `${target}.part` }
  const { part, signal } = fetching
  // What another run has left may be of another file: one that turns out wrong is fetched once more, whole.
  for (let isOurs = (await partBytes(target)) === 0; ; isOurs = true) {
    try {
      await fill(fetching)
    } catch (error) {
      throw inWords(error, fetching)
    }
    if ((await hashFile(part, signal)) === file.sha256) break
    await rm(part)
    if (isOurs) throw otherFile(fetching, 'its checksum is not the same')
  }
  await toDisk(part)
  await rename(part, target)
  await toDisk(folder)
}
