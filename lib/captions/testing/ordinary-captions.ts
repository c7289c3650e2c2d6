import fc from 'fast-check'
import type { Cue } from '../cue'

const WORDS = `night river falling home light again never stay love away rain dance city heart stone bring carry slowly
  window answer morning yellow second garden`.split(/\s+/)

const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 7 }).map((words) => words.join(' '))

const EXCLAMATIONS = [
  'No, no, no.',
  'No.',
  'No, no.',
  'Na na na na',
  'Hey!',
  '[Music]',
  '- What?\n- Nothing.',
  '- Nothing.\n- What?',
  'Yes.\nYes, sir.',
  '♪ ♪',
]

/** The text of a cue: one line or two. */
const shown = fc.oneof(
  { weight: 6, arbitrary: fc.array(phrase, { minLength: 1, maxLength: 2 }).map((lines) => lines.join('\n')) },
  { weight: 2, arbitrary: fc.constantFrom(...EXCLAMATIONS) },
)

/**
 * A stretch of a recording: something new, a refrain, an immediate repetition, or a phrase taken up in the next cue.
 */
type Stretch = { kind: 'new' | 'refrain' | 'echo' | 'taken up'; texts: string[]; times: number }

const stretch: fc.Arbitrary<Stretch> = fc.record({
  kind: fc.constantFrom('new', 'new', 'new', 'refrain', 'echo', 'taken up'),
  texts: fc.array(shown, { minLength: 1, maxLength: 3 }),
  times: fc.integer({ min: 2, max: 4 }),
})

function stretchTexts({ kind, texts, times }: Stretch, refrain: readonly string[]): string[] {
  const [first = ''] = texts
  if (kind === 'refrain') return [...refrain]
  if (kind === 'echo') return Array.from({ length: times }, () => first)
  if (kind === 'taken up') return [first, `${first.split('\n').at(-1)} and ${texts.at(-1)}`]
  return texts
}

/** Ordinary captions, as of a song or a dialogue, with refrains and lines said again; touching, with gaps, or overlapping. */
export function ordinaryCaptions(): fc.Arbitrary<Cue[]> {
  const refrain = fc.array(shown, { minLength: 1, maxLength: 4 })
  const timing = fc.record({ gapMs: fc.constantFrom(0, 0, 0, 1, 40, 700, -300), timed: fc.boolean() })
  return fc
    .tuple(fc.array(stretch, { minLength: 4, maxLength: 20 }), refrain, timing)
    .map(([stretches, again, rule]) => {
      let startMs = 0
      return stretches
        .flatMap((part) => stretchTexts(part, again))
        .map((text) => {
          const endMs = startMs + 800 + text.length * 40
          const cue: Cue = { startMs, endMs, text }
          const step = Math.floor((endMs - startMs) / text.length)
          if (rule.timed) cue.words = wordsOf(text, startMs, step)
          startMs = Math.max(startMs + 1, endMs + rule.gapMs)
          return cue
        })
    })
}

function wordsOf(text: string, startMs: number, stepMs: number): NonNullable<Cue['words']> {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const from = startMs + index * stepMs
    return { startMs: from, endMs: from + word.length * stepMs, text: word }
  })
}
