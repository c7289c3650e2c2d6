import { z } from 'zod'
import type { Segment, Word } from '@/lib/captions/cue'

export const verboseWordSchema = z.object({ word: z.string(), start: z.number(), end: z.number() })

/** A segment of OpenAI's `verbose_json`, which faster-whisper names alike. Times are seconds. */
export const verboseSegmentSchema = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
  words: z.array(verboseWordSchema).nullish(),
})
type VerboseSegment = z.infer<typeof verboseSegmentSchema>

const toMs = (seconds: number) => Math.round(seconds * 1000)

export const toWord = ({ word, start, end }: z.infer<typeof verboseWordSchema>): Word => ({
  startMs: toMs(start),
  endMs: toMs(end),
  text: word,
})

/** Whisper's own rule for text that it wrote without speech. */
function isInvented({ no_speech_prob: noSpeech, avg_logprob: confidence }: VerboseSegment): boolean {
  return (noSpeech ?? 0) > 0.6 && (confidence ?? 0) < -1
}

/** OpenAI lists all words beside the segments; each belongs to the one its middle lies in. */
function wordsWithin({ start, end }: VerboseSegment, words: readonly Word[]): Word[] {
  return words.filter((word) => {
    const middle = (word.startMs + word.endMs) / 2
    return middle >= toMs(start) && middle < toMs(end)
  })
}

/** Segments with their words, without those that Whisper invented. `words`: those that lie beside the segments. */
export function readVerboseSegments(segments: readonly VerboseSegment[], words: readonly Word[] = []): Segment[] {
  return segments
    .filter((segment) => !isInvented(segment))
    .map((segment) => ({
      startMs: toMs(segment.start),
      endMs: toMs(segment.end),
      text: segment.text,
      words: segment.words ? segment.words.map(toWord) : wordsWithin(segment, words),
    }))
}
