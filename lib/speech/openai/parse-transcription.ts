import { z } from 'zod'
import type { Segment, Word } from '@/lib/captions/cue'
import type { ChunkTranscript } from '../engine'
import { languageOfName } from '../language-of-name'
import { tidySegments } from '../segments/tidy-segments'

const wordSchema = z.object({ word: z.string(), start: z.number(), end: z.number() })

const segmentSchema = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
  words: z.array(wordSchema).nullish(),
})

/** OpenAI's `verbose_json`, and all that other servers leave out of it, down to `json` with the text alone. */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(segmentSchema).nullish(),
  words: z.array(wordSchema).nullish(),
})

type Answer = z.infer<typeof answerSchema>
type AnswerSegment = z.infer<typeof segmentSchema>

const toMs = (seconds: number) => Math.round(seconds * 1000)

const toWord = ({ word, start, end }: z.infer<typeof wordSchema>): Word => ({
  startMs: toMs(start),
  endMs: toMs(end),
  text: word,
})

/** Whisper's own rule for text that it wrote without speech. */
function isInvented({ no_speech_prob: noSpeech, avg_logprob: confidence }: AnswerSegment): boolean {
  return (noSpeech ?? 0) > 0.6 && (confidence ?? 0) < -1
}

/** OpenAI lists all words beside the segments; each belongs to the one its middle lies in. */
function wordsWithin({ start, end }: AnswerSegment, words: readonly Word[]): Word[] {
  return words.filter((word) => {
    const middle = (word.startMs + word.endMs) / 2
    return middle >= toMs(start) && middle < toMs(end)
  })
}

function segmentsOf(answer: Answer, durationMs: number): Segment[] {
  const words = (answer.words ?? []).map(toWord)
  if (!answer.segments || answer.segments.length === 0)
    return [{ startMs: 0, endMs: durationMs, text: answer.text, words }]
  return answer.segments
    .filter((segment) => !isInvented(segment))
    .map((segment) => ({
      startMs: toMs(segment.start),
      endMs: toMs(segment.end),
      text: segment.text,
      words: segment.words ? segment.words.map(toWord) : wordsWithin(segment, words),
    }))
}

/**
 * The answer of an OpenAI-compatible server to a transcription request: `verbose_json` with or without words, `json`,
 * or plain text, which becomes one segment as long as the chunk. Throws when it is JSON of another shape, or HTML.
 */
export function parseOpenaiTranscription(contentType: string, body: string, durationMs: number): ChunkTranscript {
  const trimmed = body.trim()
  const isJson = /\bjson\b/i.test(contentType) || trimmed.startsWith('{')
  if (!isJson && (/\bhtml\b/i.test(contentType) || trimmed.startsWith('<'))) throw new Error('the answer is HTML')
  const answer = answerSchema.parse(isJson ? JSON.parse(trimmed) : { text: trimmed })
  return { segments: tidySegments(segmentsOf(answer, durationMs), durationMs), lang: languageOfName(answer.language) }
}
