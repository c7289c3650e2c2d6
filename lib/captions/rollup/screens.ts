import type { Cue, Word } from '../cue'
import { isAllOf, TIDY } from '../text/character-kinds'
import { isNoSpace } from '../text/text-joiner'
import { collapseSpaces, isWhiteSpace, trimmedStart } from '../text/white-space'

/**
 * The screen of a cue: its lines as written, without blank ones, and as keys for comparison. `tokens` are those of all lines, once they
 * have been requested.
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

/** The cues that are not blank, in the order of their starts. */
export function toScreens(cues: readonly Cue[]): Screen[] {
  const screens: Screen[] = []
  for (const cue of cues) {
    const screen = toScreen(cue)
    if (screen) screens.push(screen)
  }
  return screens.sort((a, b) => a.cue.startMs - b.cue.startMs)
}

/** The tokens of a screen, by which words that are carried over are found. */
export function screenTokens(screen: Screen): Token[] {
  screen.tokens ??= rollupTokens(screen.keys.join(' '))
  return screen.tokens
}

/** Whether a cue begins before `shownUntilMs`, or right after. */
export function touches(cue: Cue, shownUntilMs: number): boolean {
  return cue.startMs - shownUntilMs <= TOUCH_MS
}

/** Whether a cue is too short to be read, as are the cues between the steps of rolling captions. */
export function isBrief({ startMs, endMs }: Cue): boolean {
  return endMs - startMs <= TOUCH_MS
}

/** The number of characters of a text that are not white space. */
export function letterCount(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!isWhiteSpace(code) && code !== ZERO_WIDTH_SPACE) count += 1
  }
  return count
}

/**
 * The first line with a word that begins later than the cue: the line that is being spoken. Null when the cue has no such word, or
 * when its words are not its text.
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

/** A word, or a character of a script without spaces: its start in the text, and its key for comparison. */
export type Token = { start: number; key: string; weight: number }

const CHARACTER_WEIGHT = 0.5
const LOWER_CASE = /^[a-z\d]+$/

function foldedWord(word: string): string {
  if (LOWER_CASE.test(word)) return word
  const folded = word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
  return folded === '' ? word : folded
}

function pushCharacters(tokens: Token[], word: string, start: number): void {
  let from = 0
  for (const character of word) {
    tokens.push({ start: start + from, key: character, weight: CHARACTER_WEIGHT })
    from += character.length
  }
}

/** The words of a text, without regard to case and punctuation. A character of a script without spaces counts as half a word. */
export function rollupTokens(text: string): Token[] {
  const tokens: Token[] = []
  let start = trimmedStart(text, 0, text.length)
  while (start < text.length) {
    let end = start + 1
    while (end < text.length && !isWhiteSpace(text.charCodeAt(end))) end += 1
    const word = text.slice(start, end)
    if (isNoSpace(word.codePointAt(0))) pushCharacters(tokens, word, start)
    else tokens.push({ start, key: foldedWord(word), weight: 1 })
    start = trimmedStart(text, end, text.length)
  }
  return tokens
}

/** The number of words in the first `count` tokens. */
export function tokensWeight(tokens: readonly Token[], count: number): number {
  let weight = 0
  for (let index = 0; index < count; index += 1) weight += tokens[index]?.weight ?? 0
  return weight
}

/** The text after its first `count` visible characters. */
function afterLetters(text: string, count: number): string {
  let left = count
  let index = 0
  while (index < text.length && left > 0) {
    if (!/[\s\u200b]/.test(text.charAt(index))) left -= 1
    index += 1
  }
  return text.slice(index).trim()
}

/**
 * The words of a cue after its first `count` visible characters; a word on both sides is cut. Undefined when the cue has no words,
 * none are left, or its words are not its text.
 */
export function dropLeadingWords({ text, words }: Cue, count: number): Word[] | undefined {
  if (!words || count === 0) return words
  const lengths = words.map((word) => letterCount(word.text))
  if (lengths.reduce((sum, length) => sum + length, 0) !== letterCount(text)) return undefined
  const left: Word[] = []
  let position = 0
  for (const [index, word] of words.entries()) {
    const length = lengths[index] ?? 0
    const skipped = count - position
    position += length
    if (skipped <= 0) left.push(word)
    else if (skipped < length) left.push({ ...word, text: afterLetters(word.text, skipped) })
  }
  return left.length > 0 ? left : undefined
}
