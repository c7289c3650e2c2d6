import type { Call, Connection } from './call.js'
import { noProgress, parseJson, unreachable, VerbatimError } from './error.js'
import { pause } from './pause.js'
import type { UploadProgress } from './schema.js'
import { send } from './send.js'

export type UploadOptions = {
  /** The file's name. Default: that of a `File`. */
  name?: string | undefined
  /** Called with the part of the file that has arrived, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The body of one request: the most that a broken connection loses. */
const SLICE_BYTES = 8 * 1024 * 1024
/** The most attempts in a row that send nothing. */
const MAX_FRUITLESS = 10

type Target = { address: string; file: Blob; connection: Connection; options: UploadOptions }

async function readProgress({ address, connection, options }: Target): Promise<UploadProgress> {
  const headers = { accept: 'application/json' }
  const { signal } = options
  const sending = { method: 'GET', headers, ...(signal && { signal }), isRepeatable: true }
  const readText = async (response: Response) => ({ status: response.status, text: await response.text() })
  const { status, text } = await send(address, sending, readText, connection)
  return parseJson(text, status)
}

/** Sends bytes in one attempt: after a failure the server is asked what has arrived. */
async function put(
  url: string,
  method: 'PUT' | 'PATCH',
  body: Blob,
  target: Target,
  headers: Record<string, string> = {},
) {
  const { connection, options } = target
  const { signal } = options
  const sending = { method, headers, body, ...(signal && { signal }), isRepeatable: false }
  await send(url, sending, async (response) => response.body?.cancel(), { ...connection, maxRetries: 0 })
}

/** A piece of the file. */
function pieceOf(file: Blob, offset: number, length: number): Blob {
  const piece = file.slice(offset, offset + length)
  if (piece.size < length) throw new Error('The file is shorter than when its upload began. Upload it again.')
  return piece
}

async function sendRest(progress: UploadProgress, target: Target): Promise<void> {
  const { file, address, options } = target
  const { protocol, parts, size_bytes: size } = progress
  let received = progress.received_bytes
  if (protocol === 'offset') {
    while (received < size) {
      const slice = pieceOf(file, received, Math.min(SLICE_BYTES, size - received))
      await put(address, 'PATCH', slice, target, {
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': String(received),
      })
      received += slice.size
      options.onProgress?.(received / size)
    }
    return
  }
  for (const { url, offset, size_bytes: length } of parts) {
    await put(url, 'PUT', pieceOf(file, offset, length), target)
    received += length
    options.onProgress?.(received / size)
  }
}

/** Whether another attempt may help: no connection, a busy server or store, another offset than expected. */
function mayPass({ status, code }: VerbatimError): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'upload_incomplete'
}

/** Sends what the server lacks until it has everything. */
async function sendUntilComplete(target: Target): Promise<string> {
  let [fruitless, reached] = [0, -1]
  for (;;) {
    let [problem, areParts]: [VerbatimError | null, boolean] = [null, false]
    try {
      const progress = await readProgress(target)
      const { received_bytes: received, size_bytes: size } = progress
      if (received > reached) [fruitless, reached] = [0, received]
      target.options.onProgress?.(received / size)
      if (progress.complete) return progress.object_path
      areParts = progress.protocol === 'parts'
      await sendRest(progress, target)
    } catch (error) {
      // The signed address of a part expires, whatever a store then answers. The server has new ones.
      if (!(error instanceof VerbatimError && (areParts || mayPass(error)))) throw error
      problem = error
    }
    if (problem || fruitless > 0) {
      const seconds = secondsUntilNext(problem, fruitless, target.connection)
      if (seconds === null) throw problem ?? noProgress()
      await pause(seconds, target.options.signal)
    }
    fruitless++
  }
}

/** How long to wait before the server is asked again what it has; null: it is given up. */
function secondsUntilNext(problem: VerbatimError | null, fruitless: number, connection: Connection): number | null {
  if (fruitless >= MAX_FRUITLESS) return null
  const seconds = problem?.retryAfter ?? Math.min(10, 0.5 * 2 ** fruitless)
  return problem?.retryAfter && seconds > connection.maxRetrySeconds ? null : seconds
}

/**
 * Uploads a file in slices, continuing where a broken connection stopped, and returns its object path for `transcribe`.
 * Throws `VerbatimError`, and the signal's reason.
 */
export async function uploadFile(
  call: Call,
  connection: Connection,
  file: Blob,
  options: UploadOptions,
): Promise<string> {
  const { signal } = options
  const filename = options.name || ('name' in file && String(file.name)) || 'recording'
  const body = { filename, content_type: 'application/octet-stream', size_bytes: file.size || null }
  const signed = await call('signUpload', { body }, { signal })
  if (signed.resumable_url === null) {
    // An empty file. What is wrong with it the server says when its transcript is requested.
    const sending = { method: 'PUT', headers: signed.upload_headers, body: file, ...(signal && { signal }) }
    const response = await connection
      .fetch(signed.upload_url, sending)
      .catch((error) => Promise.reject(unreachable(error)))
    await response.body?.cancel()
    return signed.object_path
  }
  // The server may have been reached by another address than the one it knows itself by.
  const { pathname, search } = new URL(signed.resumable_url)
  return sendUntilComplete({ address: `${connection.baseUrl}${pathname}${search}`, file, connection, options })
}
