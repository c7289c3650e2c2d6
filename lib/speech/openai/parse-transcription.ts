import { z } from 'zod'
import type { Segment } from '@/lib/captions/cue'
import type { ChunkTranscript } from '../engine'
import { languageOfName } from '../language-of-name'
import { tidySegments } from '../segments/tidy-segments'
import { readVerboseSegments, toWord, verboseSegmentSchema, verboseWordSchema } from '../segments/verbose-segments'

/** OpenAI's `verbose_json`, and all that other servers leave out of it, down to `json` with the text alone. */
const answerSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(verboseSegmentSchema).nullish(),
  words: z.array(verboseWordSchema).nullish(),
})

type Answer = z.infer<typeof answerSchema>
function segmentsOf(answer: Answer, durationMs: number): Segment[] {
  const words = (answer.words ?? []).map(toWord)
  if (!answer.segments || answer.segments.length === 0)
    return [{ startMs: 0, endMs: durationMs, text: answer.text, words }]
  return readVerboseSegments(answer.segments, words)
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
