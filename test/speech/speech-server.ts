import { createHash } from 'node:crypto'
import { EventEmitter, on, once } from 'node:events'
import type http from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

export type SpeechRequest = {
  /** Identifies the sound. */
  sound: string
  /** The language it is said to be in. */
  language: string | null
  /** Names and terms that may come up. */
  prompt: string | null
  /** The form of the answer that is asked for. */
  format: string | null
  /**
   * Answers with this text and language, or with English words that identify the sound. A language of null is left out.
   */
  answer: (received?: { text: string; language: string | null }) => Promise<void>
  /** Answers with this JSON instead. */
  reply: (body: unknown) => Promise<void>
  /** Answers with an error instead. */
  refuse: (status: number, headers?: Record<string, string>) => Promise<void>
  /** Resolves when the caller has disconnected or has been answered. */
  closed: Promise<void>
}

export type SpeechServer = {
  url: string
  /** The next request that still waits for an answer, without those of dead processes. */
  next: () => Promise<SpeechRequest>
  /** Drops unread requests and rejects pending calls of `next`, so that a failed test leaves nothing behind. */
  reset: () => void
  close: () => void
}

/** Returns null when the caller was killed while it sent the request. */
async function readRequest(
  request: http.IncomingMessage,
): Promise<Pick<SpeechRequest, 'sound' | 'language' | 'prompt' | 'format'> | null> {
  const init = {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: request,
    duplex: 'half',
  }
  const form = await new Request('http://speech.test', init as unknown as RequestInit)
    .formData()
    .catch((error: unknown) => {
      if (request.complete) throw error
      return null
    })
  if (!form) return null
  const bytes = await (form.get('file') as File).arrayBuffer()
  const sound = createHash('sha256').update(new Uint8Array(bytes)).digest('hex').slice(0, 8)
  const field = (name: string) => form.get(name) as string | null
  return { sound, language: field('language'), prompt: field('prompt'), format: field('response_format') }
}

/**
 * A loopback server of OpenAI's transcription call in its documented form (verbose_json). It answers a request when the
 * test answers it, or immediately, by default with words that identify the sound.
 */
export async function startSpeechServer({ answersItself = false } = {}): Promise<SpeechServer> {
  const arrivals = new EventEmitter()
  const server = await listenOnLoopback(async (request, response) => {
    const asked = await readRequest(request)
    if (!asked) return
    const end = async (body: unknown) => {
      if (!response.headersSent) response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
      if (!response.closed) await once(response, 'close')
    }
    const answer = async (received = { text: `heard ${asked.sound}`, language: 'english' as string | null }) => {
      const segments = [{ id: 0, start: 0, end: 1, text: received.text }]
      await end({ task: 'transcribe', duration: 1, segments, ...received })
    }
    if (answersItself) return answer()
    const refuse = async (status: number, headers: Record<string, string> = {}) => {
      response.writeHead(status, headers)
      await end({ error: { message: 'refused' } })
    }
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    arrivals.emit('sound', { ...asked, answer, reply: end, refuse, closed, response })
  })
  let sounds = on(arrivals, 'sound')
  const next = async (): Promise<SpeechRequest> => {
    const { value, done } = await sounds.next()
    if (done) throw new Error('the speech server was reset')
    const { response, ...request } = value[0] as SpeechRequest & { response: http.ServerResponse }
    return response.closed ? next() : request
  }
  const reset = () => {
    void sounds.return?.()
    sounds = on(arrivals, 'sound')
  }
  return {
    url: server.url,
    next,
    reset,
    close: () => void server.stop(),
  }
}
