import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

type Word = { text: string; start: number; end: number; confidence: number; speaker: string | null }

/** The outcome of a recording: text with its words, or the error its transcript ends with. */
export type Outcome =
  | { text: string | null; words: Word[] | null; language_code?: string; audio_duration: number }
  | { error: string }

type Answer = { status: number; headers?: Record<string, string>; body: string }

const LANGUAGE_CODES = (
  'en en_au en_uk en_us es fr de de_ch it pt nl af sq am ar hy as az ba eu be bn bs br bg my ca zh hr cs da et fo fi gl ' +
  'ka el gu ht ha haw he hi hu is id ja jw kn kk km ko lo la lv ln lt lb mk mg ms ml mt mi mr mn ne no nn oc pa ps fa pl ' +
  'ro ru sa sr sn sd si sk sl so su sw sv tl tg ta tt te th bo tr tk uk ur uz vi cy yi yo'
).split(' ')

const httpUrl = z.url({ protocol: /^https?$/ })

/** The fields of POST /v2/transcript that Verbatim could send; anything else is refused. */
const transcriptParams = z
  .strictObject({
    audio_url: httpUrl,
    speech_models: z.array(z.enum(['universal-3-5-pro', 'universal-3-pro', 'universal-2'])).min(1),
    language_code: z.enum(LANGUAGE_CODES).optional(),
    language_detection: z.boolean().optional(),
    punctuate: z.boolean().optional(),
    format_text: z.boolean().optional(),
    speaker_labels: z.boolean().optional(),
    keyterms_prompt: z
      .array(z.string().regex(/^\S+(?:\s\S+){0,5}$/))
      .max(1000)
      .optional(),
    webhook_url: httpUrl.optional(),
    webhook_auth_header_name: z.string().min(1).optional(),
    webhook_auth_header_value: z.string().min(1).optional(),
  })
  .refine(({ language_code, language_detection }) => !(language_code && language_detection))
  .refine((params) => !params.webhook_auth_header_name === !params.webhook_auth_header_value)
  .refine((params) => !params.webhook_auth_header_name || params.webhook_url)

type TranscriptRequest = z.infer<typeof transcriptParams>

type Transcript = { id: string; params: TranscriptRequest; outcome: Outcome; looks: number }
type Upload = { url: string; bytes: number; sha256: string }

/** A replacement of the next response: another response, before or after the request body is read, or none. */
type Interruption = (Answer & { before?: 'body' }) | 'hang'

export type AssemblyaiServer = {
  url: string
  apiKey: string
  uploads: Upload[]
  /** The bodies of accepted submissions, in order. */
  submitted: TranscriptRequest[]
  /** The outcomes of the recordings, in order. */
  outcomes: Outcome[]
  interruptions: Interruption[]
  /** How often a transcript is looked at before it is over: once `queued`, then `processing`. */
  looksUntilOver: number
  /** Sends the webhook of a transcript as AssemblyAI does, and gives the status it was answered with. */
  deliverWebhook: (id: string) => Promise<number>
  close: () => Promise<void>
}

const json = (status: number, value: unknown): Answer => ({ status, body: JSON.stringify(value) })
const refuse = (status: number, error: string) => json(status, { error })

/** Words as AssemblyAI writes them, 400 ms each, from a text with spaces. */
export function spokenWords(text: string, startMs = 0): Word[] {
  return text.split(' ').map((word, index) => ({
    text: word,
    start: startMs + index * 400,
    end: startMs + index * 400 + 350,
    confidence: 0.97,
    speaker: null,
  }))
}

async function readAll(request: IncomingMessage): Promise<{ bytes: number; sha256: string; text: string }> {
  const hash = createHash('sha256')
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    if (bytes < 1_000_000) kept.push(chunk)
  }
  return { bytes, sha256: hash.digest('hex'), text: Buffer.concat(kept).toString('utf8') }
}

/** The transcript object, of what the SDK's types list, with the fields that are never null there. */
function transcriptObject({ id, params, outcome, looks }: Transcript, looksUntilOver: number) {
  const { webhook_auth_header_value: secret, ...reported } = params
  const common = { id, ...reported, acoustic_model: 'assemblyai_default', language_model: 'assemblyai_default' }
  const running = { language_confidence: null, text: null, words: null, audio_duration: null, error: null }
  const base = { ...common, ...running, webhook_auth: secret !== undefined, redact_pii: false, summarization: false }
  if (looks < looksUntilOver) return { ...base, status: looks === 0 ? 'queued' : 'processing' }
  if ('error' in outcome) return { ...base, status: 'error', error: outcome.error }
  const received = { language_code: params.language_code ?? 'en', language_confidence: 0.98, ...outcome }
  return { ...base, ...received, confidence: 0.97, speech_model_used: params.speech_models[0], status: 'completed' }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * AssemblyAI's upload, submission and transcripts on loopback, as documented and no wider: what is not documented is
 * refused with 400, as is a wrong method or key.
 */
export async function startAssemblyaiServer(): Promise<AssemblyaiServer> {
  const transcripts = new Map<string, Transcript>()

  async function upload(request: IncomingMessage): Promise<Answer> {
    if (request.headers['content-type'] !== 'application/octet-stream') return refuse(422, 'Upload failed')
    const { bytes, sha256 } = await readAll(request)
    if (bytes === 0) return refuse(422, 'Upload failed, please provide a file')
    const url = `https://cdn.assemblyai.com/upload/${randomUUID()}`
    state.uploads.push({ url, bytes, sha256 })
    return json(200, { upload_url: url })
  }

  async function submit(request: IncomingMessage): Promise<Answer> {
    const parsed = transcriptParams.safeParse(parse((await readAll(request)).text))
    if (request.headers['content-type'] !== 'application/json' || !parsed.success) {
      return refuse(400, 'Invalid endpoint schema, please refer to documentation for examples.')
    }
    const { audio_url: address } = parsed.data
    const isOurs = address.startsWith('https://cdn.assemblyai.com/upload/')
    if (isOurs && !state.uploads.some(({ url }) => url === address)) return refuse(403, 'Cannot access uploaded file')
    const outcome = state.outcomes.shift() ?? { error: 'Server error, developers have been alerted.' }
    const transcript = { id: randomUUID(), params: parsed.data, outcome, looks: 0 }
    transcripts.set(transcript.id, transcript)
    state.submitted.push(parsed.data)
    return json(200, transcriptObject(transcript, Number.POSITIVE_INFINITY))
  }

  function look(id: string): Answer {
    const transcript = transcripts.get(id)
    if (!transcript) return refuse(400, 'Transcript lookup error, transcript id not found')
    const described = transcriptObject(transcript, state.looksUntilOver)
    transcript.looks++
    return json(200, described)
  }

  async function due(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== state.apiKey) {
      return refuse(401, 'Authentication error, API token missing/invalid.')
    }
    const asked = `${request.method} ${request.url}`
    if (asked === 'POST /v2/upload') return upload(request)
    if (asked === 'POST /v2/transcript') return submit(request)
    const [, id] = /^GET \/v2\/transcript\/([^/?]+)$/.exec(asked) ?? []
    return id === undefined ? refuse(404, 'Not found') : look(id)
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interruption = state.interruptions.shift()
    if (interruption === 'hang') return
    if (interruption && interruption.before !== 'body') await readAll(request)
    const { status, headers, body } = interruption ?? (await due(request))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  const { url, stop } = await listenOnLoopback((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function deliverWebhook(id: string): Promise<number> {
    const { params, outcome } = transcripts.get(id) ?? {}
    if (!params?.webhook_url || !outcome) throw new Error('this transcript has no webhook')
    const { webhook_auth_header_name: name, webhook_auth_header_value: value } = params
    const response = await fetch(params.webhook_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(name && value ? { [name]: value } : {}) },
      body: JSON.stringify({ transcript_id: id, status: 'error' in outcome ? 'error' : 'completed' }),
    })
    return response.status
  }

  const state: AssemblyaiServer = {
    url,
    apiKey: randomUUID().replaceAll('-', ''),
    uploads: [],
    submitted: [],
    outcomes: [],
    interruptions: [],
    looksUntilOver: 2,
    deliverWebhook,
    close: stop,
  }
  return state
}
