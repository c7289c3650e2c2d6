import type { Cue, Word } from '../cue'
import { collapseFlat } from './collapse-flat'
import { findOverlaps, linesBeforeGrowth } from './overlaps'
import { dropLeadingWords, firstTimedLine, isBrief, letterCount, type Screen, toScreens, touches } from './screens'
import { detectRollupStyle, type RollupStyle } from './style'

/** Whether a cue that shows only lines that were shown before is a hold, and not a repetition in speech. */
function isHold(shown: Screen, next: Screen, style: RollupStyle): boolean {
  if (isBrief(next.cue) || style.holds || next.cue.startMs === shown.cue.startMs) return true
  return next.keys.length < shown.keys.length || (style.timed && firstTimedLine(next) === null)
}

/** How many of the first lines of `next` are carried over. If lines repeat, the times and the style decide. */
function carriedLines(shown: Screen, next: Screen, style: RollupStyle): number {
  const overlaps = findOverlaps(shown.keys, next.keys)
  const [longest = 0] = overlaps
  if (longest === 0 || next.cue.startMs === shown.cue.startMs) return longest
  const timedLine = firstTimedLine(next)
  const untimed = timedLine === null ? undefined : overlaps.find((count) => count <= timedLine)
  if (untimed !== undefined) return untimed
  if (longest < next.keys.length || isHold(shown, next, style)) return longest
  return overlaps[1] ?? (next.keys.length === 1 ? 0 : longest)
}

function joinedWords(last: Cue, cue: Cue, letters: number): Word[] | undefined {
  const gained = cue.words && dropLeadingWords(cue, letters)
  return last.words && gained ? [...last.words, ...gained] : undefined
}

function withWords({ startMs, endMs, text }: Cue, words: Word[] | undefined): Cue {
  return words ? { startMs, endMs, text, words } : { startMs, endMs, text }
}

/** The last cue with its last line grown to the line `at` of `next`. */
function grow(last: Cue, shownLine: string, next: Screen, at: number): Cue {
  const before = last.text.slice(0, last.text.lastIndexOf('\n') + 1)
  const grown = { startMs: last.startMs, endMs: last.endMs, text: before + (next.lines[at] ?? '') }
  if (at < next.lines.length - 1) return grown
  const letters = letterCount(next.lines.slice(0, at).join('') + shownLine)
  return withWords(grown, joinedWords(last, next.cue, letters))
}

/** A cue of the lines from `from` on. */
function freshCue({ cue, lines }: Screen, from: number): Cue {
  const words = dropLeadingWords(cue, letterCount(lines.slice(0, from).join('')))
  return withWords({ startMs: cue.startMs, endMs: cue.endMs, text: lines.slice(from).join('\n') }, words)
}

/** Collapses rolling or painted-on captions: keeps each line once, from when it is first shown. Ends are not yet clipped. */
function collapseLines(screens: readonly Screen[], style: RollupStyle): Cue[] {
  const cues: Cue[] = []
  let shown: Screen | undefined
  let shownUntilMs = Number.NEGATIVE_INFINITY
  for (const next of screens) {
    const before = shown && touches(next.cue, shownUntilMs) ? shown : undefined
    const growing = before && style.grows ? linesBeforeGrowth(before.keys, next.keys) : null
    const carried = before ? carriedLines(before, next, style) : 0
    const isGrown = growing !== null && growing >= carried
    const from = isGrown ? growing + 1 : carried
    const last = cues.at(-1)
    if (last && isGrown) cues[cues.length - 1] = grow(last, before?.keys.at(-1) ?? '', next, growing)
    const current = cues.at(-1)
    if (from < next.lines.length) cues.push(freshCue(next, from))
    else if (current) current.endMs = Math.max(current.endMs, next.cue.endMs)
    shown = next
    shownUntilMs = Math.max(shownUntilMs, next.cue.startMs, next.cue.endMs)
  }
  return cues
}

/** Ends each cue where the next begins, words and all. */
function clipEnds(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, index) => {
    const nextStartMs = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
    if (!(cue.endMs > nextStartMs)) return cue
    if (!cue.words) return { ...cue, endMs: nextStartMs }
    const words = cue.words.map(({ startMs, endMs, text }) => ({
      startMs: Math.min(startMs, nextStartMs),
      endMs: Math.min(endMs, nextStartMs),
      text,
    }))
    return { ...cue, endMs: nextStartMs, words }
  })
}

function isSame(a: Cue, b: Cue | undefined): boolean {
  return a.text === b?.text && a.startMs === b.startMs && a.endMs === b.endMs
}

/**
 * Turns rolling captions (two or three lines, of which all but the last were shown before), painted-on ones (a line that grows) and
 * flattened rolling ones into plain cues: each word once, from when it is first shown until its cue ends or the next begins.
 * Ordinary captions stay as they are, with their repetitions. Idempotent. Runs between the parser and `toSegments`. Near-linear
 * time.
 */
export function collapseRollup(cues: readonly Cue[]): Cue[] {
  let plain = [...cues]
  for (;;) {
    const screens = toScreens(plain)
    const style = detectRollupStyle(screens)
    if (!style) return plain
    const next = clipEnds(style.form === 'flat' ? collapseFlat(screens, style) : collapseLines(screens, style))
    const isDone = next.length === plain.length && next.every((cue, index) => isSame(cue, plain[index]))
    plain = next
    if (isDone) return plain
  }
}
