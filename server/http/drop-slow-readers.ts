import type http from 'node:http'

type Pace = { graceMs: number; bytesPerSecond: number }

/** The pace of the worst of mobile networks. */
const SLOWEST: Pace = { graceMs: 30_000, bytesPerSecond: 8 * 1024 }

/**
 * Closes the connection of a client that reads a finished response more slowly than `slowest`, because the unread part
 * stays in memory. A response that is still produced (a stream of events, a file) is sent only as fast as it is read,
 * and costs no memory meanwhile.
 */
export function dropSlowReaders(listener: http.RequestListener, slowest: Pace = SLOWEST): http.RequestListener {
  return (request, response) => {
    response.on('prefinish', () => {
      const unsentBytes = response.writableLength
      if (unsentBytes === 0) return
      const limitMs = slowest.graceMs + (unsentBytes / slowest.bytesPerSecond) * 1000
      const timer = setTimeout(() => request.socket.destroy(), limitMs)
      response.once('close', () => clearTimeout(timer))
    })
    listener(request, response)
  }
}
