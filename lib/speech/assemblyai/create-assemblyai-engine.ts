import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { TranscriptParams } from 'assemblyai'
import { Problem } from '@/lib/core/problem/problem'
import type { EngineCapabilities, RecordingEngine, RecordingSource, RemoteState } from '../engine'
import { languageNotSupported } from '../language-not-supported'
import {
  type AssemblyaiConfig,
  BoundedFiles,
  BoundedTranscripts,
  type Call,
  inCall,
  redactedError,
} from './call-assemblyai'
import { ASSEMBLYAI_LANGUAGES, toLanguageCode } from './language-code'
import { MAX_UPLOAD_BYTES, parseRefusal } from './parse-refusal'
import { parseTranscript, transcriptSchema } from './parse-transcript'
import { remoteIdSchema, WEBHOOK_HEADER } from './parse-webhook'

/** The first one that supports the language is used. */
const SPEECH_MODELS = ['universal-3-5-pro', 'universal-2']

/** A longer phrase is refused. */
const MAX_WORDS_OF_TERM = 6
/** A thousand words are allowed, and fewer where they are long. */
const MAX_WORDS_OF_TERMS = 400

const TOTAL_MS = 10 * 60_000

type SubmitOptions = Parameters<RecordingEngine['submit']>[1]

function languageParams(lang: string | null): Pick<TranscriptParams, 'language_code' | 'language_detection'> {
  if (lang === null) return { language_detection: true }
  const code = toLanguageCode(lang)
  if (code !== null) return { language_code: code }
  throw languageNotSupported(lang, ASSEMBLYAI_LANGUAGES)
}

function webhookParams(url: string | null, secret: string | null): Partial<TranscriptParams> {
  if (url === null || secret === null) return {}
  return { webhook_url: url, webhook_auth_header_name: WEBHOOK_HEADER, webhook_auth_header_value: secret }
}

/** The names that may come up, as many as are taken. */
function termParams(terms: readonly string[]): Pick<TranscriptParams, 'keyterms_prompt'> {
  const taken: string[] = []
  let words = 0
  for (const term of terms) {
    const count = term.split(/\s+/u).length
    if (count > MAX_WORDS_OF_TERM || words + count > MAX_WORDS_OF_TERMS) continue
    words += count
    taken.push(term)
  }
  return taken.length === 0 ? {} : { keyterms_prompt: taken }
}

/** Visible ASCII is all that a header can carry. */
async function capabilities({ apiKey }: AssemblyaiConfig): Promise<EngineCapabilities> {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return { ok: true, languages: [...ASSEMBLYAI_LANGUAGES] }
  return { ok: false, reason: 'ASSEMBLYAI_API_KEY is no key: copy it again from the AssemblyAI dashboard.' }
}

/** Requests a transcript. An invalid response is a failure that may pass. */
async function requestTranscript(
  config: AssemblyaiConfig,
  signal: AbortSignal,
  ask: (transcripts: BoundedTranscripts) => Promise<unknown>,
) {
  const work = async (call: Call) => transcriptSchema.parse(await ask(new BoundedTranscripts(config, call)))
  try {
    return await inCall(config, { totalMs: TOTAL_MS, signal }, work)
  } catch (error) {
    if (error instanceof Problem || signal.aborted) throw error
    throw new Problem('transcriber_failed', {
      context: { retryable: true },
      cause: redactedError(error, config),
    })
  }
}

const UPLOAD_MS = 6 * 3600_000

/** A file's bytes as they are read; `onProgress` is called with each part. */
async function* readParts(file: string, onPart: () => void): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onPart()
    yield part
  }
}

/**
 * Streams a file to AssemblyAI and returns the address that only its own servers can open. Throws `file_too_large` for
 * more than it takes, and what `inCall` throws.
 */
async function uploadRecording(config: AssemblyaiConfig, file: string, signal: AbortSignal): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_UPLOAD_BYTES) {
    throw new Problem('file_too_large', { context: { max_bytes: MAX_UPLOAD_BYTES, bytes: size } })
  }
  return inCall(config, { totalMs: UPLOAD_MS, signal }, async (call) => {
    const parts = Readable.from(readParts(file, call.movedOn))
    try {
      return await new BoundedFiles(config, call).upload(parts)
    } finally {
      parts.destroy()
    }
  })
}

async function submit(config: AssemblyaiConfig, source: RecordingSource, options: SubmitOptions): Promise<string> {
  const { lang, webhookUrl, diarize, terms = [], signal } = options
  const submitParams = {
    ...languageParams(lang),
    ...webhookParams(webhookUrl, config.webhookSecret),
    ...(diarize && { speaker_labels: true }),
    ...termParams(terms),
  }
  const address = source.kind === 'url' ? source.url : await uploadRecording(config, source.path, signal)
  // Never `audio`: the SDK takes what it doesn't know as an address for the path of a file of ours.
  const params = { audio_url: address, speech_models: SPEECH_MODELS, ...submitParams }
  return (await requestTranscript(config, signal, (transcripts) => transcripts.submit(params))).id
}

async function pollTranscript(config: AssemblyaiConfig, remoteId: string, signal: AbortSignal): Promise<RemoteState> {
  const id = remoteIdSchema.parse(remoteId)
  const transcript = await requestTranscript(config, signal, (transcripts) => transcripts.get(id))
  if (transcript.status !== 'error') return parseTranscript(transcript)
  const says = transcript.error ?? ''
  const cause = redactedError(new Error(`AssemblyAI ended the transcript: ${says}`), config)
  const problem = parseRefusal({ status: null, says, reason: '', retryAfter: null, cause })
  if (problem) throw problem
  return { status: 'done', segments: [], lang: null }
}

/**
 * AssemblyAI through its own SDK. `submit` streams a file to it, or names the address of one, and `poll` reads the
 * result. Problems besides `transcriber_unavailable` and `transcriber_failed`: `file_too_large`, `media_too_long`.
 * Where `context.retryable` is false it would fail again; where `context.submit_again` is true polling again is of no
 * use, but submitting the recording again is.
 */
export function createAssemblyaiEngine(settings: AssemblyaiConfig): RecordingEngine {
  const config = { ...settings, baseUrl: settings.baseUrl.replace(/(?<!\/)\/+$/, '') }
  return {
    id: 'assemblyai',
    // AssemblyAI chooses the model, by the language.
    model: 'universal',
    mode: 'remoteAsync',
    draft: false,
    capabilities: () => capabilities(config),
    submit: (source, options) => submit(config, source, options),
    poll: (remoteId, signal) => pollTranscript(config, remoteId, signal),
  }
}
