import { createHash } from 'node:crypto'
import { on, once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type SpeechRequest = {
  /** Tells the sound apart from others. */
  sound: string
  answer: () => Promise<void>
}

export type SpeechServer = {
  url: string
  /** The next request that still waits for an answer: those of a dead process do not. */
  next: () => Promise<SpeechRequest>
  close: () => void
}

async function readSound(request: http.IncomingMessage): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: request,
    duplex: 'half',
  }
  const form = await new Request('http://speech.test', init as unknown as RequestInit).formData()
  const bytes = await (form.get('file') as File).arrayBuffer()
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex').slice(0, 8)
}

/**
 * A loopback server of OpenAI's transcription call in its documented form (verbose_json). It answers a request when it is
 * told to, with words that tell the sound apart.
 */
export async function startSpeechServer(): Promise<SpeechServer> {
  const server = http.createServer(async (request, response) => {
    const sound = await readSound(request)
    const answer = async () => {
      const text = `heard ${sound}`
      const segments = [{ id: 0, start: 0, end: 1, text }]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ task: 'transcribe', language: 'english', duration: 1, text, segments }))
      if (!response.closed) await once(response, 'close')
    }
    server.emit('sound', { sound, answer, response })
  })
  const sounds = on(server, 'sound')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const next = async (): Promise<SpeechRequest> => {
    const { response, ...request } = (await sounds.next()).value[0] as SpeechRequest & { response: http.ServerResponse }
    return response.closed ? next() : request
  }
  return {
    url: `http://127.0.0.1:${port}`,
    next,
    close: () => server.close(),
  }
}
