import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

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

/** A signal that aborts when the archive's reader disconnects, or when another signal does. */
function abortOnClose(output: Readable, signal?: AbortSignal): AbortSignal {
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

/**
 * A zip file that is made while it is read. `fill` adds its files, until `signal` aborts because the reader has disconnected or
 * `gone` aborts. A failure breaks the stream, so that an incomplete file never looks whole, and is reported unless the reader has disconnected.
 */
export function streamZip(
  fill: (zip: ZipFile, signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
  gone?: AbortSignal,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const signal = abortOnClose(output, gone)
  const fail = (error: unknown) => {
    if (!signal.aborted) report(error)
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  // The reader gets the first files while the names of others are gathered.
  fill(zip, signal)
    .then(() => zip.end())
    .catch(fail)
  return output
}
