import { once } from 'node:events'
import { connect } from 'node:net'

/** When each answer came, after how long, and whether its status was the wanted one. */
type OnAnswer = (elapsedMs: number, isWanted: boolean) => void

type Asking = {
  /** Whole requests, as they go over the wire: one after the other, then again from the first. */
  requests: readonly string[]
  /** The times are those of `performance.now()`. */
  endsAt: number
  wantedStatus?: number
}

const HEADERS_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d{1,9})\r\n/i
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Takes an answer's bytes as they come, looking at hardly any of them; true with the last one. */
function answerReader() {
  let head = ''
  let restBytes: number | null = null
  return {
    status: () => Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    take(chunk: Buffer): boolean {
      if (restBytes !== null) restBytes -= chunk.byteLength
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf(HEADERS_END)
        if (end < 0) return false
        const length = LENGTH.exec(head.slice(0, end + 2))?.[1]
        const bodyBytes = head.length - end - HEADERS_END.length
        restBytes = length === undefined ? Number.POSITIVE_INFINITY : Number(length) - bodyBytes
      }
      return restBytes <= 0 || (restBytes === Number.POSITIVE_INFINITY && chunk.subarray(-7).equals(LAST_CHUNK))
    },
  }
}

/**
 * Sends requests on one connection until `endsAt`, each after the response to the last. It does little work itself
 * because it shares the cores with the service it measures. Throws when the server closes the connection.
 */
export async function pollRepeatedly(
  origin: URL,
  { requests, endsAt, wantedStatus = 200 }: Asking,
  onAnswer: OnAnswer,
): Promise<void> {
  const socket = connect({ host: origin.hostname, port: Number(origin.port), noDelay: true })
  await once(socket, 'connect')
  await new Promise<void>((resolve, reject) => {
    let sent = 0
    let sentAt = 0
    let answer = answerReader()
    const ask = () => {
      sentAt = performance.now()
      socket.write(requests[sent++ % requests.length] ?? '')
    }
    socket.on('data', (chunk) => {
      if (!answer.take(chunk)) return
      const now = performance.now()
      onAnswer(now - sentAt, answer.status() === wantedStatus)
      answer = answerReader()
      if (now >= endsAt) return resolve()
      ask()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    ask()
  })
  socket.destroy()
}
