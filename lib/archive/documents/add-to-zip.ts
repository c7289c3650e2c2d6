import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/** How much waits in memory until the archive takes it. */
const BUFFERED_BYTES = 64 * 1024

type Chunks = AsyncIterable<Uint8Array | string>

/**
 * Adds a file to an archive that is being sent. Its content is requested when the archive reaches it, read as fast as
 * the archive is read, and closed when `signal` aborts. A failure becomes an error of the archive.
 */
export function addToZip(
  zip: ZipFile,
  { name, mtime, signal }: { name: string; mtime?: Date; signal: AbortSignal },
  content: () => Promise<Chunks> | Chunks,
): void {
  async function* chunks() {
    signal.throwIfAborted()
    yield* await content()
  }
  zip.addReadStreamLazy(name, mtime ? { mtime } : {}, (done) => {
    const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: BUFFERED_BYTES })
    const stop = () => stream.destroy()
    signal.addEventListener('abort', stop, { once: true })
    stream.once('close', () => signal.removeEventListener('abort', stop))
    stream.once('error', (error) => zip.emit('error', error))
    if (signal.aborted) stop()
    done(null, stream)
  })
}

/** A signal that aborts when the archive's reader disconnects, or when one of several signals does. */
export function abortOnClose(output: Readable, signal?: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const stop = () => gone.abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  output.once('close', () => {
    signal?.removeEventListener('abort', stop)
    gone.abort()
  })
  return gone.signal
}
