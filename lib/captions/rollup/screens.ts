import { isAllOf, TIDY } from '@/lib/captions/character-kinds'
import { collapseSpaces } from '@/lib/captions/collapse-spaces'
import type { Cue } from '@/lib/captions/cue'
import { isWhiteSpace } from '@/lib/captions/is-white-space'
import { rollupTokens, type Token } from '@/lib/captions/rollup/rollup-tokens'

/**
 * What a cue shows: its lines as written, without blank ones, and the same lines as they are compared. `tokens` are those
 * of the only line, once they have been looked for.
 */
export type Screen = { cue: Cue; lines: string[]; keys: string[]; tokens: Token[] | null }

// Cues further apart than this never share text.
const TOUCH_MS = 120
const ZERO_WIDTH_SPACE = 0x200b

function lineKey(line: string): string {
  if (isAllOf(line, TIDY)) return line
  return collapseSpaces(line.replace(/\u200b/g, ''))
}

function toScreen(cue: Cue): Screen | null {
  const all = cue.text.includes('\n') ? cue.text.split('\n') : [cue.text]
  if (all.every((line) => isAllOf(line, TIDY))) return { cue, lines: all, keys: all, tokens: null }
  const lines: string[] = []
  const keys: string[] = []
  for (const line of all) {
    const key = lineKey(line)
    if (key === '') continue
    lines.push(line.trim())
    keys.push(key)
  }
  return lines.length > 0 ? { cue, lines, keys, tokens: null } : null
}

/** The cues that show anything, in the order in which they begin. */
export function toScreens(cues: readonly Cue[]): Screen[] {
  const screens: Screen[] = []
  for (const cue of cues) {
    const screen = toScreen(cue)
    if (screen) screens.push(screen)
  }
  return screens.sort((a, b) => a.cue.startMs - b.cue.startMs)
}

/** The tokens of a screen of one line, in which words that are carried over are found. */
export function screenTokens(screen: Screen): Token[] {
  screen.tokens ??= rollupTokens(screen.keys.join(' '))
  return screen.tokens
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
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!isWhiteSpace(code) && code !== ZERO_WIDTH_SPACE) count += 1
  }
  return count
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
