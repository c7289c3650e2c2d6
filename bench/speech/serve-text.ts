import type { IncomingMessage } from 'node:http'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { PCM_BYTES_PER_MS } from '@/lib/media/pcm-format'
import type { ChunkEngine } from '@/lib/speech/engine'
import { createOpenaiEngine } from '@/lib/speech/openai/create-openai-engine'
import { wavPcm } from '@/lib/speech/recognisers/wav-samples'

async function readWav(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const file = (await new Response(Buffer.concat(parts), { headers }).formData()).get('file')
  if (!(file instanceof File)) throw new Error('the request has no file')
  return Buffer.from(await file.arrayBuffer())
}

/** An OpenAI-compatible server on loopback that answers with the words of an engine and none of its times, and an engine that asks it. */
export async function serveText(engine: ChunkEngine): Promise<ChunkEngine> {
  const { url } = await listenOnLoopback(async (request, response) => {
    const wav = await readWav(request)
    const durationMs = (wavPcm(wav)?.length ?? 0) / PCM_BYTES_PER_MS
    const { segments } = await engine.transcribe(
      { wav, durationMs },
      { lang: 'en', signal: new AbortController().signal },
    )
    const text = segments.map((segment) => segment.text).join(' ')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
  })
  return createOpenaiEngine({ apiUrl: `${url}/v1`, apiModel: `${engine.model} without times` })
}
