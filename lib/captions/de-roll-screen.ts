import type { Cue } from '@/lib/captions/cue'

/** What a cue shows: its lines as written, without blank ones, and the same lines as they are compared. */
export type Screen = { cue: Cue; lines: string[]; keys: string[] }

// Cues further apart than this never share text.
const TOUCH_MS = 120

const PLAIN = /^[!-~]+(?: [!-~]+)*$/

function lineKey(line: string): string {
  if (PLAIN.test(line)) return line
  const visible = line.replace(/\u200b/g, '')
  return visible.replace(/\s+/g, ' ').trim()
}

/** The cues that show anything, in the order in which they begin. */
export function deRollScreens(cues: readonly Cue[]): Screen[] {
  const screens: Screen[] = []
  for (const cue of cues) {
    const lines = cue.text.split('\n').flatMap((line) => (lineKey(line) === '' ? [] : [line.trim()]))
    if (lines.length > 0) screens.push({ cue, lines, keys: lines.map(lineKey) })
  }
  return screens.sort((a, b) => a.cue.startMs - b.cue.startMs)
}

/** Whether a cue begins while, or right after, something is shown until `shownUntilMs`. */
export function touches(cue: Cue, shownUntilMs: number): boolean {
  return cue.startMs - shownUntilMs <= TOUCH_MS
}

/** Whether a cue is too short to be read, as the cues that stand between the steps of rolling captions are. */
export function isBrief({ startMs, endMs }: Cue): boolean {
  return endMs - startMs <= TOUCH_MS
}

/** How many characters of a text are not white space. */
export function letterCount(text: string): number {
  return text.replace(/[\s\u200b]+/g, '').length
}

/**
 * The first line in which a word begins later than the cue: the line that is being said. Null when the cue has no such
 * word, or when its words are not its text.
 */
export function firstTimedLine({ cue, lines }: Screen): number | null {
  if (!cue.words) return null
  const ends: number[] = []
  let letters = 0
  for (const line of lines) {
    letters += letterCount(line)
    ends.push(letters)
  }
  let position = 0
  let timedAt: number | null = null
  for (const word of cue.words) {
    if (timedAt === null && word.startMs > cue.startMs) timedAt = position
    position += letterCount(word.text)
  }
  if (timedAt === null || position !== letters) return null
  const from = timedAt
  return ends.findIndex((end) => from < end)
}
