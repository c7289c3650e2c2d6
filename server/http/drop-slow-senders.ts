import type http from 'node:http'

type Pace = { everyMs: number; leastBytes: number }

/** A file has to come at no less than this: 16 KiB a minute is far below the worst of mobile networks. */
const SLOWEST: Pace = { everyMs: 60_000, leastBytes: 16 * 1024 }

/**
 * Closes a connection that sends a file at less than the pace of `slowest`. A file that waits for this server's own
 * disk or store is not slow. The received part of a resumable upload is kept.
 */
export function dropSlowSender(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  slowest: Pace = SLOWEST,
): void {
  let seenBytes = request.socket.bytesRead
  let waitedForUs = false
  const timer = setInterval(() => {
    const cameBytes = request.socket.bytesRead - seenBytes
    seenBytes = request.socket.bytesRead
    if (request.complete) return clearInterval(timer)
    const waitsForUs = request.readableLength > 0
    // A file that was resumed just now had no time to show its pace.
    if (cameBytes < slowest.leastBytes && !waitsForUs && !waitedForUs) request.socket.destroy()
    waitedForUs = waitsForUs
  }, slowest.everyMs)
  response.once('close', () => clearInterval(timer))
}
