import { startDeadline } from '@/lib/platform/concurrency/start-deadline'
import { Problem } from '@/lib/platform/problem/problem'
import type { ChunkEngine, ChunkTranscript, EngineCapabilities, SpeechChunk, TranscribeOptions } from './engine'
import { openaiProblem } from './openai-problem'
import { parseOpenaiTranscription } from './parse-openai-transcription'
import { transcriptionAddress } from './transcription-address'

export type OpenaiConfig = { apiUrl: string; apiKey?: string | undefined; apiModel: string }

type Answer = { status: number; contentType: string; retryAfter: string | null; body: string }
type ResponseFormat = 'verbose_json' | 'json'

const TIMEOUT_MS = 5 * 60_000
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const QUOTED_CHARACTERS = 500

/** Servers and models that refused `verbose_json` once; each chunk would else be sent twice. */
const plainOnly = new Set<string>()

function formOf(chunk: SpeechChunk, options: TranscribeOptions, model: string, format: ResponseFormat): FormData {
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', format)
  if (format === 'verbose_json') {
    form.append('timestamp_granularities[]', 'word')
    form.append('timestamp_granularities[]', 'segment')
  }
  // Servers take the base language only: ISO 639-1.
  if (options.lang !== null) form.set('language', new Intl.Locale(options.lang).language)
  if (options.prompt) form.set('prompt', options.prompt)
  form.set('file', new Blob([new Uint8Array(chunk.wav)], { type: 'audio/wav' }), 'piece.wav')
  return form
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > BODY_LIMIT_BYTES) throw new Error(`the answer is over ${BODY_LIMIT_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function post(url: URL, apiKey: string | undefined, form: FormData, signal: AbortSignal): Promise<Answer> {
  const deadline = startDeadline({ signals: [signal], timeoutMs: TIMEOUT_MS })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      // A redirect would turn the POST into a GET, or take the recording elsewhere.
      redirect: 'error',
      signal: deadline.signal,
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      body: await readBody(response),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new Problem('transcriber_failed', {
      detail: deadline.isLate()
        ? 'The speech server did not answer in time. Nothing was charged; try again.'
        : "The speech server can't be reached. Nothing was charged. Try again, or ask the operator to check SPEECH_API_URL.",
      context: { retryable: true },
      cause: error,
    })
  } finally {
    deadline.stop()
  }
}

/** What a server said, short and without the key, should it echo it. */
function quote({ status, body }: Answer, apiKey: string | undefined): Error {
  const said = apiKey ? body.replaceAll(apiKey, '***') : body
  return new Error(`the speech server answered ${status}: ${said.slice(0, QUOTED_CHARACTERS)}`)
}

const refusesVerbose = ({ status, body }: Answer) =>
  (status === 400 || status === 422) && /response_format|verbose_json|timestamp_granularities/i.test(body)

async function capabilities(url: URL | null): Promise<EngineCapabilities> {
  if (url) return { ok: true, languages: null }
  return {
    ok: false,
    reason:
      'SPEECH_API_URL is not an http or https address without a user name; write one like https://api.openai.com/v1.',
  }
}

/**
 * Any server with OpenAI's `POST /v1/audio/transcriptions`. It is asked for words and segments (`verbose_json`), and
 * once more for plain `json` when it or its model refuses those. The address is the operator's own setting, so it is
 * called directly.
 */
export function createOpenaiEngine({ apiUrl, apiKey, apiModel }: OpenaiConfig): ChunkEngine {
  const url = transcriptionAddress(apiUrl)
  const server = `${url?.href} ${apiModel}`

  async function ask(chunk: SpeechChunk, options: TranscribeOptions, format: ResponseFormat): Promise<Answer> {
    if (!url) throw new Problem('transcriber_unavailable', { cause: new Error('SPEECH_API_URL is not an address') })
    return post(url, apiKey, formOf(chunk, options, apiModel, format), options.signal)
  }

  async function transcribe(chunk: SpeechChunk, options: TranscribeOptions): Promise<ChunkTranscript> {
    let answer = await ask(chunk, options, plainOnly.has(server) ? 'json' : 'verbose_json')
    if (!plainOnly.has(server) && refusesVerbose(answer)) {
      answer = await ask(chunk, options, 'json')
      if (answer.status === 200) plainOnly.add(server)
    }
    if (answer.status !== 200) throw openaiProblem({ ...answer, cause: quote(answer, apiKey) })
    try {
      const transcribed = parseOpenaiTranscription(answer.contentType, answer.body, chunk.durationMs)
      return { ...transcribed, lang: options.lang ?? transcribed.lang }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const cause = new Error(`${quote(answer, apiKey).message}\n${why}`)
      throw new Problem('transcriber_failed', { context: { retryable: true }, cause })
    }
  }

  return {
    id: 'openai',
    model: apiModel,
    mode: 'remoteSync',
    draft: false,
    capabilities: () => capabilities(url),
    transcribe,
  }
}
