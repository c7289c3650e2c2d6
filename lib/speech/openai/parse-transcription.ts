import { z } from 'zod'
import type { Segment } from '@/lib/captions/cue'
import { languageOfName } from '../language-of-name'
import { readVerboseSegments, toWord, verboseSegmentSchema, verboseWordSchema } from '../segments/verbose-segments'

/** OpenAI's `verbose_json`, and all that other servers leave out of it, down to `json` with the text alone. */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(verboseSegmentSchema).nullish(),
  words: z.array(verboseWordSchema).nullish(),
})

type Answer = z.infer<typeof answerSchema>

/** A text, and its segments where the answer has times. */
export type OpenaiTranscription = { text: string; segments: Segment[] | null; lang: string | null }

function segmentsOf({ text, segments, words }: Answer, durationMs: number): Segment[] | null {
  const timed = (words ?? []).map(toWord)
  if (segments && segments.length > 0) return readVerboseSegments(segments, timed)
  return timed.length > 0 ? [{ startMs: 0, endMs: durationMs, text, words: timed }] : null
}

/**
 * The answer of an OpenAI-compatible server to a transcription request: `verbose_json` with or without words, `json`,
 * or plain text. Throws when it is JSON of another shape, or HTML.
 */
export function parseOpenaiTranscription(contentType: string, body: string, durationMs: number): OpenaiTranscription {
  const trimmed = body.trim()
  const isJson = /\bjson\b/i.test(contentType) || trimmed.startsWith('{')
  if (!isJson && (/\bhtml\b/i.test(contentType) || trimmed.startsWith('<'))) throw new Error('the answer is HTML')
  const answer = answerSchema.parse(isJson ? JSON.parse(trimmed) : { text: trimmed })
  return { text: answer.text, segments: segmentsOf(answer, durationMs), lang: languageOfName(answer.language) }
}
