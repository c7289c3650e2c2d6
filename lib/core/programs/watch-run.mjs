/**
 * @typedef {{ ended: 'exited', exitCode: number } | { ended: 'signalled', signalName: NodeJS.Signals }
 *   | { ended: 'timedOut' } | { ended: 'outputTooLong' }} Ending
 * @typedef {Ending & { stdout: Buffer, stderr: string }} ProgramRun How a program ended, what it wrote on standard output,
 *   and the last 16 KiB of its standard error.
 */

const STDERR_KEPT_BYTES = 16 * 1024
const STDOUT_LIMIT_BYTES = 1024 * 1024

/**
 * @param {import('node:stream').Readable | null} stream
 * @param {number} limitBytes
 */
function keepTail(stream, limitBytes) {
  /** @type {Buffer} */
  let tail = Buffer.alloc(0)
  stream?.on('data', (/** @type {Buffer} */ chunk) => {
    tail = Buffer.concat([tail, chunk]).subarray(-limitBytes)
  })
  return () => tail.toString('utf8')
}

/**
 * Follows a program to its end, collecting what it writes. `end` is called when the time is up or it writes more than
 * `stdoutLimitBytes` (1 MiB unless said otherwise). With `onStdout` nothing of standard output is kept. Rejects with the
 * system's error when the program can't be started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} end
 * @param {{ timeoutMs: number, stdoutLimitBytes?: number | undefined, onStdout?: ((chunk: Buffer) => void) | undefined }} bounds
 * @returns {Promise<ProgramRun>}
 */
export function watchRun(child, end, { timeoutMs, stdoutLimitBytes = STDOUT_LIMIT_BYTES, onStdout }) {
  return new Promise((resolve, reject) => {
    /** @type {Ending | null} */
    let early = null
    /** @param {Ending} ending */
    const endEarly = (ending) => {
      early ??= ending
      end()
    }
    /** @type {Buffer[]} */
    const kept = []
    let keptBytes = 0
    const stderr = keepTail(child.stderr, STDERR_KEPT_BYTES)
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      if (onStdout) return onStdout(chunk)
      keptBytes += chunk.length
      if (keptBytes > stdoutLimitBytes) return endEarly({ ended: 'outputTooLong' })
      kept.push(chunk)
    })
    const timer = setTimeout(() => endEarly({ ended: 'timedOut' }), timeoutMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (exitCode, signalName) => {
      clearTimeout(timer)
      /** @type {Ending} */
      const own = signalName ? { ended: 'signalled', signalName } : { ended: 'exited', exitCode: exitCode ?? -1 }
      resolve({ ...(early ?? own), stdout: Buffer.concat(kept), stderr: stderr() })
    })
  })
}
