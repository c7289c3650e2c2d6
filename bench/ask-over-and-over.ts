import { once } from 'node:events'
import { connect } from 'node:net'

/** When each answer came, after how long, and whether it was a 200. */
type OnAnswer = (elapsedMs: number, isOk: boolean) => void

const HEADERS_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d{1,9})\r\n/i
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Whether the whole of an answer is there: by its length, or by its last chunk. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf(HEADERS_END)
  if (head < 0) return false
  const length = LENGTH.exec(answer)?.[1]
  if (length === undefined) return answer.endsWith(LAST_CHUNK)
  return answer.length >= head + HEADERS_END.length + Number(length)
}

/**
 * Sends one request over and over on one connection, each when the last was answered, until `endsAt` (of
 * `performance.now()`). Hardly any work of its own: what asks must not be what is measured, where both share the cores.
 * Throws when the server closes the connection.
 */
export async function askOverAndOver(origin: URL, request: string, endsAt: number, onAnswer: OnAnswer): Promise<void> {
  const socket = connect({ host: origin.hostname, port: Number(origin.port), noDelay: true })
  await once(socket, 'connect')
  await new Promise<void>((resolve, reject) => {
    let sentAt = performance.now()
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (!isWhole(answer)) return
      const now = performance.now()
      onAnswer(now - sentAt, answer.startsWith('HTTP/1.1 200'))
      answer = ''
      if (now >= endsAt) return resolve()
      sentAt = now
      socket.write(request)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.write(request)
  })
  socket.destroy()
}
