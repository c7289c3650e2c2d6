import { setImmediate as nextTurn } from 'node:timers/promises'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { segmentJson } from '@/lib/captions/formats/json/json'
import { textJoiner } from '@/lib/captions/text/text-joiner'
import type { Transcript } from '@/lib/captions/transcript'
import type { DiarizedSegment, Granularity, ResponseFormat, VerboseSegment } from './contract'

export type Shape = { format: ResponseFormat; granularities: readonly Granularity[] }

/** How much of a text that is too large for memory is read at a time. */
const BATCH_BYTES = 256 * 1024

/** The speaker where speakers could not be distinguished. */
const NO_SPEAKER = 'unknown'

type Segment = NonNullable<Transcript['segments']>[number]

/** The segments that are rendered in a few milliseconds. */
const TURN_SEGMENTS = 100

/** The segments one by one. Other requests have a turn after every hundred of them. */
async function* inTurns(segments: readonly Segment[]): AsyncGenerator<Segment> {
  for (const [index, segment] of segments.entries()) {
    if (index > 0 && index % TURN_SEGMENTS === 0) await nextTurn()
    yield segment
  }
}

/** The segments of a transcript in JSON, in parts where they are too many for memory. */
async function* segmentsOf({ segments, document }: Transcript, signal: AbortSignal): AsyncGenerator<Segment> {
  if (!document) return yield* inTurns(segments ?? [])
  const { transcriptId, changedAt, coveredMs, reader } = document
  const untilMs = coveredMs ?? Number.MAX_SAFE_INTEGER
  for (let fromMs = 0; ; ) {
    const input = { version: { transcriptId, changedAt }, fromMs, untilMs, maxBytes: BATCH_BYTES }
    const batch = await runTextTask('readSegments', input, { owner: reader, signal })
    yield* inTurns(batch.segments.map(segmentJson))
    const last = batch.segments.at(-1)
    if (batch.isLast || !last) return
    fromMs = last.startMs + 1
  }
}

/** Each segment's text with what joins it to the one before: together they are the whole text, on one line. */
export function textJoining(): (text: string) => string {
  let before: string | null = null
  return (text) => {
    const joined = before === null ? text : `${textJoiner(before, text)}${text}`
    before = text
    return joined
  }
}

async function* textOf(transcript: Transcript, signal: AbortSignal): AsyncGenerator<string> {
  const join = textJoining()
  for await (const { text } of segmentsOf(transcript, signal)) yield join(text)
}

export async function wholeText(transcript: Transcript, signal: AbortSignal): Promise<string> {
  const parts: string[] = []
  for await (const part of textOf(transcript, signal)) parts.push(part)
  return parts.join('')
}

async function* jsonText(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"'
  for await (const part of parts) yield JSON.stringify(part).slice(1, -1)
  yield '"'
}

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* wordsOf(transcript: Transcript, signal: AbortSignal) {
  for await (const { words = [] } of segmentsOf(transcript, signal)) {
    for (const { start, end, text } of words) yield { word: text.trim(), start, end }
  }
}

/** Whether a text that is not empty has no times of words. */
export async function lacksWordTimes(transcript: Transcript, signal: AbortSignal): Promise<boolean> {
  let isEmpty = true
  for await (const { words = [] } of segmentsOf(transcript, signal)) {
    if (words.length > 0) return false
    isEmpty = false
  }
  return !isEmpty
}

/** Whisper's certainty values, which not every engine reports: neutral values that cast no doubt on the text. */
const CERTAIN = { tokens: [], temperature: 0, avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 }

async function* verboseSegments(transcript: Transcript, signal: AbortSignal): AsyncGenerator<VerboseSegment> {
  let id = 0
  for await (const { start, end, text } of segmentsOf(transcript, signal)) {
    yield { id: id++, seek: 0, start, end, text, ...CERTAIN }
  }
}

/** `A` for the first speaker, `AA` for the 27th. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}

/** The segments with who speaks: their name, or a letter as OpenAI gives it. */
export async function* diarizedSegments(transcript: Transcript, signal: AbortSignal): AsyncGenerator<DiarizedSegment> {
  const speakers = transcript.speakers ?? []
  const labels = new Map(speakers.map(({ id, name }, index) => [id, name ?? letterOf(index)]))
  let index = 0
  for await (const { start, end, text, speaker } of segmentsOf(transcript, signal)) {
    const label = labels.get(speaker ?? '') ?? NO_SPEAKER
    yield { type: 'transcript.text.segment', id: `seg_${index++}`, start, end, text, speaker: label }
  }
}

function languageName(lang: string | null): string {
  if (lang === null) return 'unknown'
  const { language } = new Intl.Locale(lang)
  return (new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language).toLowerCase()
}

/** A transcript that was requested in JSON, in one of OpenAI's shapes, in parts. */
export async function* renderTranscription(
  transcript: Transcript,
  { format, granularities }: Shape,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const text = () => textOf(transcript, signal)
  if (format === 'text') {
    yield* text()
    return yield '\n'
  }
  const duration = transcript.total_seconds
  yield '{'
  if (format === 'verbose_json')
    yield `"task":"transcribe","language":${JSON.stringify(languageName(transcript.lang))},"duration":${duration},`
  if (format === 'diarized_json') yield `"task":"transcribe","duration":${duration},`
  yield '"text":'
  yield* jsonText(text())
  if (format === 'verbose_json' && granularities.includes('word')) {
    yield ',"words":'
    yield* jsonList(wordsOf(transcript, signal))
  }
  if (format === 'verbose_json' && granularities.includes('segment')) {
    yield ',"segments":'
    yield* jsonList(verboseSegments(transcript, signal))
  }
  if (format === 'diarized_json') {
    yield ',"segments":'
    yield* jsonList(diarizedSegments(transcript, signal))
  }
  yield `,"usage":{"type":"duration","seconds":${transcript.duration_seconds}}}`
}
