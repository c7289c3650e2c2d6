import { PassThrough, pipeline, type Readable } from 'node:stream'

/**
 * Passes the bytes through, and fails when none arrive within `limitMs` while they are awaited. The time that the
 * reader takes does not count.
 */
export function withIdleTimeout(body: Readable, limitMs: number): Readable {
  const passed = new PassThrough()
  const timer = setTimeout(() => {
    if (body.isPaused()) timer.refresh()
    else body.destroy(new Error('the bucket fell silent in the middle of a file'))
  }, limitMs)
  const refresh = () => void timer.refresh()
  const stop = () => clearTimeout(timer)
  body.on('data', refresh).on('resume', refresh).once('end', stop)
  pipeline(body, passed, stop)
  return passed
}
