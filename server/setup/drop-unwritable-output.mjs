/** Errors after which a stream has no reader any more. Others, such as a full disk, may pass. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'EIO', 'EBADF', 'ERR_STREAM_DESTROYED'])

/** @typedef {(error?: Error | null) => void} Callback */

/**
 * Keeps a process alive when its output can't be written, because the reader has closed it or the disk is full: that
 * output is dropped. Otherwise every such write is an error that ends the process, or that is reported by another
 * write.
 * @param {readonly NodeJS.WriteStream[]} [streams]
 */
export function dropUnwritableOutput(streams = [process.stdout, process.stderr]) {
  for (const stream of streams) {
    const write = /** @type {(...args: unknown[]) => boolean} */ (stream.write.bind(stream))
    /** @param {unknown[]} args */
    const drop = (...args) => {
      const callback = args.find((arg) => typeof arg === 'function')
      if (callback) process.nextTick(/** @type {Callback} */ (callback))
      return true
    }
    const onError = (/** @type {unknown} */ error) => {
      if (error instanceof Error && 'code' in error && GONE.has(String(error.code))) stream.write = drop
    }
    stream.on('error', onError)
    // Writes to a file are synchronous, so errors are thrown.
    stream.write = (/** @type {unknown[]} */ ...args) => {
      try {
        return write(...args)
      } catch (error) {
        onError(error)
        return drop(...args)
      }
    }
  }
}
