import { z } from 'zod'
import type { Segment, Word } from '@/lib/captions/cue'
import { isNoSpace } from '@/lib/captions/text/text-joiner'
import type { ChunkTranscript } from '../engine'
import { languageOfName } from '../language-of-name'
import { tidySegments } from '../segments/tidy-segments'

const offsetsSchema = z.object({ from: z.number(), to: z.number() })

const tokenSchema = z.object({ text: z.string(), offsets: offsetsSchema.optional() })

/** The output of whisper-cli with `--output-json-full`. Offsets are milliseconds. */
const outputSchema = z.object({
  result: z.object({ language: z.string() }),
  transcription: z.array(
    z.object({ offsets: offsetsSchema, text: z.string(), tokens: z.array(tokenSchema).default([]) }),
  ),
})

type Token = z.infer<typeof tokenSchema>
type Transcribed = z.infer<typeof outputSchema>['transcription'][number]

/** `[_BEG_]`, `[_TT_500]`, `<|endoftext|>`. */
const SPECIAL = /^(?:\[_[A-Z\d_]*\]|<\|[a-z\d]*\|>)$/
/** `[BLANK_AUDIO]`, `(applause)`, `*music*`: sounds besides speech. */
const SOUND = /^(?:\[[^\]]*\]|\([^)]*\)|\*[^*]*\*)$/
const PUNCTUATION = /^\p{P}/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what whisper-cli leaves unescaped.
const CONTROL = /[\u0000-\u001f]/g

function beginsWord({ text }: Token): boolean {
  return /^\s/.test(text) || (isNoSpace(text.codePointAt(0)) && !PUNCTUATION.test(text))
}

/** Tokens are parts of words; a word begins with a space, or in a script without spaces with each token. */
function groupTokens(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = []
  for (const token of tokens) {
    const group = groups.at(-1)
    if (group && !beginsWord(token)) group.push(token)
    else groups.push([token])
  }
  return groups
}

/** The words of a segment, none where its tokens don't add up to its text: they may be halves of characters. */
function wordsOf({ text, tokens }: Transcribed): Word[] {
  const spoken = tokens.filter((token) => !SPECIAL.test(token.text))
  if (spoken.map((token) => token.text).join('') !== text) return []
  const words: Word[] = []
  for (const group of groupTokens(spoken)) {
    const [first, last] = [group[0]?.offsets, group.at(-1)?.offsets]
    if (!first || !last) return []
    // Words that whisper gives no length, or the same time, still come one after another.
    const startMs = Math.max(first.from, words.at(-1)?.endMs ?? 0)
    words.push({ startMs, endMs: Math.max(last.to, startMs + 1), text: group.map((token) => token.text).join('') })
  }
  return words
}

/** The transcript in what whisper-cli wrote about a chunk of that length. Throws when it is something else. */
export function parseWhisperJson(json: string, durationMs: number): ChunkTranscript {
  const { result, transcription } = outputSchema.parse(JSON.parse(json.replace(CONTROL, ' ')))
  const segments = transcription
    .filter(({ text }) => !SOUND.test(text.trim()))
    .map(
      (part): Segment => ({
        startMs: part.offsets.from,
        endMs: part.offsets.to,
        text: part.text,
        words: wordsOf(part),
      }),
    )
  return { segments: tidySegments(segments, durationMs), lang: languageOfName(result.language) }
}
