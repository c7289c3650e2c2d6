import { z } from 'zod'
import type { Segment, Word } from '@/lib/captions/cue'
import { joinTexts } from '@/lib/captions/text/text-joiner'
import type { RemoteState } from '../engine'
import { groupWords } from '../segments/group-words'
import { splitSentences } from '../segments/split-sentences'
import { tidySegments } from '../segments/tidy-segments'
import { fromLanguageCode } from './language-code'

const wordSchema = z.object({ text: z.string(), start: z.number(), end: z.number(), speaker: z.string().nullish() })

/** The used fields of AssemblyAI's transcript object. Times of words are in milliseconds, the duration is in seconds. */
export const transcriptSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  error: z.string().nullish(),
  text: z.string().nullish(),
  language_code: z.string().nullish(),
  audio_duration: z.number().nullish(),
  words: z.array(wordSchema).nullish(),
})

type Transcript = z.infer<typeof transcriptSchema>

type SpokenWord = Word & { speaker: string | undefined }

/** The words in their order, divided where the speaker changes. */
function splitSpeakers(words: readonly SpokenWord[]): { speaker: string | undefined; words: Word[] }[] {
  const turns: { speaker: string | undefined; words: Word[] }[] = []
  for (const { speaker, ...word } of words) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.words.push(word)
    else turns.push({ speaker, words: [word] })
  }
  return turns
}

function segmentsOf({ text, words, audio_duration: seconds }: Transcript): Segment[] {
  const transcribed = (words ?? []).map(
    (word): SpokenWord => ({
      startMs: word.start,
      endMs: word.end,
      text: word.text.trim(),
      speaker: word.speaker ?? undefined,
    }),
  )
  // The duration is rounded to seconds, so the last word may end after it.
  const endMs = transcribed.reduce((latest, word) => Math.max(latest, word.endMs), Math.round((seconds ?? 0) * 1000))
  const turns = splitSpeakers(transcribed.filter((word) => word.text !== ''))
  const sentences = turns.flatMap(({ speaker, words: spoken }) =>
    splitSentences(spoken)
      .flatMap(groupWords)
      .map((segment) => (speaker === undefined ? segment : { ...segment, speaker })),
  )
  const segments = sentences.map((segment) => ({
    ...segment,
    text: joinTexts((segment.words ?? []).map((word) => word.text)),
  }))
  return tidySegments(segments.length > 0 ? segments : [{ startMs: 0, endMs, text: text ?? '' }], endMs)
}

/** The state of a transcript that has not failed, and when it is completed its sentences with their words. */
export function parseTranscript(transcript: Transcript): RemoteState {
  if (transcript.status !== 'completed') return { status: 'running' }
  return { status: 'done', segments: segmentsOf(transcript), lang: fromLanguageCode(transcript.language_code) }
}
