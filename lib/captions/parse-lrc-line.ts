import type { Word } from '@/lib/captions/cue'

const STAMP = /\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/y
const WORD_STAMP = /<(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?>/g

/** A line of lyrics: each time it is sung, its text, its words with the times of the first, and where the last word ends. */
export type LrcLine = { startsMs: number[]; text: string; words: Word[]; endMs: number | null }

function toMs([, minutes, seconds, fraction = '']: readonly (string | undefined)[]): number {
  return Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

function parseWords(rest: string, startMs: number): Pick<LrcLine, 'text' | 'words' | 'endMs'> {
  const stamps = [...rest.matchAll(WORD_STAMP)]
  const runs = [{ startMs, text: rest.slice(0, stamps[0]?.index ?? rest.length) }]
  for (const [index, stamp] of stamps.entries()) {
    const text = rest.slice(stamp.index + stamp[0].length, stamps[index + 1]?.index ?? rest.length)
    runs.push({ startMs: toMs(stamp), text })
  }
  const text = runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  if (stamps.length === 0) return { text, words: [], endMs: null }
  const words = runs.flatMap((run, index) => {
    const word = run.text.trim()
    return word === '' ? [] : [{ startMs: run.startMs, endMs: runs[index + 1]?.startMs ?? run.startMs, text: word }]
  })
  const last = runs.at(-1)
  // A stamp after the last word is its end.
  return { text, words, endMs: last && last.text.trim() === '' ? last.startMs : null }
}

/** Reads one line of an LRC file; null when it doesn't begin with a time. */
export function parseLrcLine(line: string): LrcLine | null {
  const startsMs: number[] = []
  let position = 0
  for (;;) {
    STAMP.lastIndex = position
    const stamp = STAMP.exec(line)
    if (!stamp) break
    startsMs.push(toMs(stamp))
    position = STAMP.lastIndex
    while (line[position] === ' ') position += 1
  }
  const [first] = startsMs
  return first === undefined ? null : { startsMs, ...parseWords(line.slice(position), first) }
}
