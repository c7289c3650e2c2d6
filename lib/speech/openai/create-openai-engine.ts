import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Segment } from '@/lib/captions/cue'
import { Problem } from '@/lib/core/problem/problem'
import { withWorkFolder } from '@/lib/core/storage/work-dir'
import { findVoiceActivity, type VoiceInterval } from '@/lib/media/voice-activity/find-voice-activity'
import type { ChunkEngine, ChunkTranscript, EngineCapabilities, SpeechChunk, TranscribeOptions } from '../engine'
import { languageOfName } from '../language-of-name'
import { wavPcm } from '../recognisers/wav-samples'
import { tidySegments } from '../segments/tidy-segments'
import { timeSentences } from '../segments/time-sentences'
import { readVerboseSegments, toWord, verboseSegmentSchema, verboseWordSchema } from '../segments/verbose-segments'
import { toPrompt } from '../to-prompt'
import { type Answer, postForm, quoteAnswer } from './call-server'
import { openaiProblem } from './openai-problem'
import { transcriptionAddress } from './transcription-address'

/** OpenAI's `verbose_json`, and all that other servers leave out of it, down to `json` with the text alone. */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(verboseSegmentSchema).nullish(),
  words: z.array(verboseWordSchema).nullish(),
})

type VerboseAnswer = z.infer<typeof answerSchema>

/** A text, and its segments where the answer has times. */
type OpenaiTranscription = { text: string; segments: Segment[] | null; lang: string | null }

function segmentsOf({ text, segments, words }: VerboseAnswer, durationMs: number): Segment[] | null {
  const timed = (words ?? []).map(toWord)
  if (segments && segments.length > 0) return readVerboseSegments(segments, timed)
  return timed.length > 0 ? [{ startMs: 0, endMs: durationMs, text, words: timed }] : null
}

/**
 * The answer of an OpenAI-compatible server to a transcription request: `verbose_json` with or without words, `json`,
 * or plain text. Throws when it is JSON of another shape, or HTML.
 */
function parseOpenaiTranscription(contentType: string, body: string, durationMs: number): OpenaiTranscription {
  const trimmed = body.trim()
  const isJson = /\bjson\b/i.test(contentType) || trimmed.startsWith('{')
  if (!isJson && (/\bhtml\b/i.test(contentType) || trimmed.startsWith('<'))) throw new Error('the answer is HTML')
  const answer = answerSchema.parse(isJson ? JSON.parse(trimmed) : { text: trimmed })
  return { text: answer.text, segments: segmentsOf(answer, durationMs), lang: languageOfName(answer.language) }
}

async function voicesIn(wav: Buffer, signal: AbortSignal): Promise<VoiceInterval[]> {
  const pcm = wavPcm(wav)
  if (!pcm) return []
  const found = await withWorkFolder('voices', async (folder) => {
    const file = path.join(folder, 'chunk.pcm')
    await writeFile(file, pcm)
    return findVoiceActivity(file, { signal })
  })
  return found ?? []
}

/** A text without times as sentences, timed by the voices of its chunk; one segment as long as the chunk where none is found. */
async function timeText(text: string, { wav, durationMs }: SpeechChunk, signal: AbortSignal): Promise<Segment[]> {
  if (text.trim() === '') return []
  const voices = await voicesIn(wav, signal)
  return voices.length > 0 ? timeSentences(text, voices) : [{ startMs: 0, endMs: durationMs, text }]
}

export type OpenaiConfig = { apiUrl: string; apiKey?: string | undefined; apiModel: string }

/** The times that a text comes with: those of words and segments, those of segments, or none. */
type Detail = 'words' | 'segments' | 'text'

/** The detail that servers and models gave where they refused more; each chunk would else be sent again. */
const known = new Map<string, Detail>()

function formOf(chunk: SpeechChunk, options: TranscribeOptions, model: string, detail: Detail): FormData {
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', detail === 'text' ? 'json' : 'verbose_json')
  if (detail === 'words') form.append('timestamp_granularities[]', 'word')
  if (detail !== 'text') form.append('timestamp_granularities[]', 'segment')
  // Servers take the base language only: ISO 639-1.
  if (options.lang !== null) form.set('language', new Intl.Locale(options.lang).language)
  const prompt = options.words && toPrompt(options.words)
  if (prompt) form.set('prompt', prompt)
  form.set('file', new Blob([new Uint8Array(chunk.wav)], { type: 'audio/wav' }), 'piece.wav')
  return form
}

/** The detail to ask for after an answer that refuses more; null: it refuses something else. */
function lessDetail({ status, body }: Answer, detail: Detail): Detail | null {
  if ((status !== 400 && status !== 422) || detail === 'text') return null
  if (/response_format|verbose_json/i.test(body)) return 'text'
  if (!/timestamp_granularities/i.test(body)) return null
  return detail === 'words' ? 'segments' : 'text'
}

function readAnswer(answer: Answer, durationMs: number, secrets: readonly (string | undefined)[]): OpenaiTranscription {
  try {
    return parseOpenaiTranscription(answer.contentType, answer.body, durationMs)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const cause = new Error(`${quoteAnswer(answer, secrets).message}\n${why}`)
    throw new Problem('transcriber_failed', { context: { retryable: true }, cause })
  }
}

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
 * once more for segments, or for plain `json`, when it or its model refuses those; a text without times is timed by the voices of its chunk. The address is the operator's own setting, so it is
 * called directly.
 */
export function createOpenaiEngine({ apiUrl, apiKey, apiModel }: OpenaiConfig): ChunkEngine {
  const url = transcriptionAddress(apiUrl)
  const server = `${url?.href} ${apiModel}`

  async function ask(chunk: SpeechChunk, options: TranscribeOptions, detail: Detail): Promise<Answer> {
    if (!url) throw new Problem('transcriber_unavailable', { cause: new Error('SPEECH_API_URL is not an address') })
    const answer = await postForm(url, apiKey, formOf(chunk, options, apiModel, detail), options.signal)
    const less = lessDetail(answer, detail)
    if (less !== null) return ask(chunk, options, less)
    if (answer.status === 200 && detail !== 'words') known.set(server, detail)
    return answer
  }

  async function transcribe(chunk: SpeechChunk, options: TranscribeOptions): Promise<ChunkTranscript> {
    const answer = await ask(chunk, options, known.get(server) ?? 'words')
    const secrets = [apiKey, options.words && (toPrompt(options.words) ?? undefined)]
    if (answer.status !== 200) throw openaiProblem(answer, secrets)
    const { text, segments, lang } = readAnswer(answer, chunk.durationMs, secrets)
    const timed = segments ?? (await timeText(text, chunk, options.signal))
    return { segments: tidySegments(timed, chunk.durationMs), lang: options.lang ?? lang }
  }

  return {
    id: 'openai',
    model: apiModel,
    mode: 'remoteSync',
    draft: false,
    canLoop: true,
    capabilities: () => capabilities(url),
    transcribe,
  }
}
