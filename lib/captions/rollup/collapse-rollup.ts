import type { Cue } from '../cue'
import { collapseFlat } from './collapse-flat'
import { collapseLines } from './collapse-lines'
import { toScreens } from './screens'
import { detectRollupStyle } from './style'

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
