import { z } from 'zod'
import type { Segment, Word } from '@/lib/captions/cue'
import { groupWords } from '@/lib/speech/segments/group-words'
import { tidySegments } from '@/lib/speech/segments/tidy-segments'

/**
 * The recognition of the library: its tokens, a space or `▁` before the first of a word, with start and length in seconds.
 */
export const recognitionSchema = z.object({
  text: z.string(),
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  durations: z.array(z.number()).default([]),
})

export type Recognition = z.infer<typeof recognitionSchema>

type Token = Word & { startsWord: boolean }

/** A step of the models, for a word without a length. */
const STEP_MS = 80
/** Several words may be recognised at one step; each keeps a separate time. */
const SHORTEST_MS = 20
const WORD_MARK = /^[ ▁]/
/** `<unk>`, and what models mark turns and noises with: `<|nospeech|>`. */
const SPECIAL = /^<(?:unk|blk|\|[^|>]{1,40}\|)>$/

const toMs = (seconds: number) => Math.round(seconds * 1000)

function toTokens({ tokens, timestamps, durations }: Recognition): Token[] {
  return tokens.flatMap((raw, at) => {
    const text = raw.replace(WORD_MARK, '')
    if (SPECIAL.test(text)) return []
    const startMs = toMs(timestamps[at] ?? 0)
    const endMs = startMs + (toMs(durations[at] ?? 0) || STEP_MS)
    return [{ startMs, endMs, text, startsWord: WORD_MARK.test(raw) }]
  })
}

function joinTokens(tokens: readonly Token[]): Word[] {
  const words: Word[] = []
  for (const { startMs, endMs, text, startsWord } of tokens) {
    const last = words.at(-1)
    if (last && !startsWord) {
      last.text += text
      last.endMs = Math.max(last.endMs, endMs)
    } else words.push({ startMs, endMs, text })
  }
  return words.filter(({ text }) => text !== '')
}

/** Every word behind the one before it, ending where the next begins at the latest. */
function lineUp(words: readonly Word[]): Word[] {
  let free = 0
  return words.map(({ text, ...times }, at) => {
    const startMs = Math.max(free, times.startMs)
    const nextMs = words[at + 1]?.startMs ?? Number.POSITIVE_INFINITY
    const endMs = Math.max(startMs + SHORTEST_MS, Math.min(times.endMs, nextMs))
    free = endMs
    return { startMs, endMs, text }
  })
}

/**
 * The text of the library for a chunk of that length, as segments with words in whole milliseconds. Without times
 * for its tokens the text is one segment as long as the chunk.
 */
export function parseRecognition(transcribed: Recognition, durationMs: number): Segment[] {
  const isTimed = transcribed.tokens.length > 0 && transcribed.tokens.length === transcribed.timestamps.length
  if (!isTimed) return tidySegments([{ startMs: 0, endMs: durationMs, text: transcribed.text }], durationMs)
  return tidySegments(groupWords(lineUp(joinTokens(toTokens(transcribed)))), durationMs)
}
