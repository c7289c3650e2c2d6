import fc from 'fast-check'
import { formatClock } from '../clock'
import type { Cue } from '../cue'
import { parseWebvtt } from '../formats/webvtt/webvtt'

/** A line of a talk: what is said from when until when, and whether the screen is cleared before it. */
export type SpokenLine = { startMs: number; endMs: number; words: string[]; afterPause: boolean }

/** The cues that a way of captioning makes of a talk. */
export type CaptionStyle = (talk: readonly SpokenLine[]) => Cue[]

const HOLD_MS = 10

const VOCABULARY =
  `the and so we to of a in that it is you for on with this what they was have be at or from are not can do if will
  there know people think really going because about time just like then when want thing see some how out now them here
  mean make work right back little where look world kind need something other take find between actually market winter
  railway mountain number question answer through language evening don't it's we're 1994 don’t`.split(/\s+/)

const spoken = fc.oneof(
  { weight: 30, arbitrary: fc.array(fc.constantFrom(...VOCABULARY), { minLength: 3, maxLength: 9 }) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('[Music]', 'no no no', 'really, really?', '[Applause] yes')
      .map((text) => text.split(' ')),
  },
)

/** Talks of 12 to 60 lines, with pauses and repeated words; `again` also repeats whole lines immediately. */
export function arbitraryTalk({ again }: { again: boolean }): fc.Arbitrary<SpokenLine[]> {
  const line = fc.record({
    words: spoken,
    millisecondsPerWord: fc.integer({ min: 180, max: 420 }),
    pauseMs: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: 400, max: 6000 })),
    isRepeated: fc.integer({ min: 0, max: 24 }).map((number) => again && number === 0),
  })
  return fc.array(line, { minLength: 12, maxLength: 60 }).map((lines) => {
    const talk: SpokenLine[] = []
    let startMs = 160
    for (const { words, millisecondsPerWord, pauseMs, isRepeated } of lines) {
      const previous = talk.at(-1)
      const said = isRepeated && previous ? previous.words : words
      const isTheSame = previous !== undefined && said.join(' ') === previous.words.join(' ')
      if (isTheSame && !again) continue
      startMs += pauseMs
      const endMs = startMs + said.length * millisecondsPerWord
      talk.push({ startMs, endMs, words: said, afterPause: pauseMs > 0 || previous === undefined })
      startMs = endMs + HOLD_MS
    }
    return talk
  })
}

/** Every word of a talk, in order. */
export function talkWords(talk: readonly SpokenLine[]): string[] {
  return talk.flatMap((line) => line.words)
}

const textOf = (line: SpokenLine): string => line.words.join(' ')

function shiftedWindow(window: readonly string[], line: SpokenLine, size: number): string[] {
  return line.afterPause ? [textOf(line)] : [...window, textOf(line)].slice(-size)
}

/** The text of a line with a timestamp before each word except the first. */
function stampedLine({ startMs, endMs, words }: SpokenLine): string {
  const step = (endMs - startMs) / words.length
  return words
    .map((word, index) =>
      index === 0 ? word : `<${formatClock(Math.round(startMs + index * step), '.')}><c> ${word}</c>`,
    )
    .join('')
}

function webvttCue(startMs: number, endMs: number, payload: string): string {
  return `${formatClock(startMs, '.')} --> ${formatClock(endMs, '.')} align:start position:0%\n${payload}\n\n`
}

/** YouTube's two lines with a 10 ms cue between them, read from WebVTT. `stamped`: the carried line keeps its times. */
function youtube({ stamped }: { stamped: boolean }): CaptionStyle {
  return (talk) => {
    let file = 'WEBVTT\nKind: captions\nLanguage: en\n\n'
    for (const [index, line] of talk.entries()) {
      const previous = talk[index - 1]
      const carried = !previous || line.afterPause ? ' ' : stamped ? stampedLine(previous) : textOf(previous)
      file += webvttCue(line.startMs, line.endMs, `${carried}\n${stampedLine(line)}`)
      file += webvttCue(line.endMs, line.endMs + HOLD_MS, `${textOf(line)}\n `)
    }
    return parseWebvtt(file).cues
  }
}

type Rolled = { size: number; joiner: '\n' | ' '; hold: 'line' | 'screen' | 'none'; holdMs: number; overlapMs: number }

/** Lines that scroll up in a window of `size`, without inline times. */
function rolled({ size, joiner, hold, holdMs, overlapMs: overlap }: Rolled): CaptionStyle {
  return (talk) => {
    let window: string[] = []
    return talk.flatMap((line, index) => {
      window = shiftedWindow(window, line, size)
      const overlapMs = talk[index + 1]?.afterPause === false ? overlap : 0
      const shownMs = line.endMs + HOLD_MS - (hold === 'none' ? 0 : holdMs)
      const cue = { startMs: line.startMs, endMs: shownMs + overlapMs, text: window.join(joiner) }
      if (hold === 'none') return [cue]
      const held = (hold === 'line' ? window.slice(-1) : window).join(joiner)
      return [cue, { startMs: shownMs, endMs: line.endMs + HOLD_MS + overlapMs, text: held }]
    })
  }
}

/** Lines that grow word by word, in a window of `size` lines. */
function painted(size: number): CaptionStyle {
  return (talk) => {
    let above: string[] = []
    return talk.flatMap((line) => {
      const window = shiftedWindow(above, line, size)
      above = window
      const step = (line.endMs + HOLD_MS - line.startMs) / line.words.length
      return line.words.map((_, index) => ({
        startMs: Math.round(line.startMs + index * step),
        endMs: Math.round(line.startMs + (index + 1) * step),
        text: [...window.slice(0, -1), line.words.slice(0, index + 1).join(' ')].join('\n'),
      }))
    })
  }
}

const plainRoll: Rolled = { size: 2, joiner: '\n', hold: 'none', holdMs: HOLD_MS, overlapMs: 0 }

/** The ways by which the same talk is captioned so that lines stand in more than one cue. */
export const CAPTION_STYLES: Readonly<Record<string, CaptionStyle>> = {
  'YouTube, WebVTT': youtube({ stamped: false }),
  'YouTube, carried lines with inline times': youtube({ stamped: true }),
  'YouTube, as SRT': rolled({ ...plainRoll, hold: 'line' }),
  'YouTube of 2016, the screen held for 150 ms': rolled({ ...plainRoll, hold: 'screen', holdMs: 150 }),
  'YouTube, flattened': rolled({ ...plainRoll, joiner: ' ', hold: 'line' }),
  'YouTube, flattened, without the 10 ms cues': rolled({ ...plainRoll, joiner: ' ' }),
  'roll-up of two lines': rolled(plainRoll),
  'roll-up of three lines': rolled({ ...plainRoll, size: 3 }),
  'roll-up of three lines, flattened': rolled({ ...plainRoll, size: 3, joiner: ' ' }),
  'roll-up of two lines that overlap in time': rolled({ ...plainRoll, overlapMs: 900 }),
  'paint-on': painted(1),
  'paint-on in a roll-up of two lines': painted(2),
  'paint-on in a roll-up of three lines': painted(3),
}
