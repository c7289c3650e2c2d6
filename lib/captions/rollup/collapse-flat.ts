import type { Cue } from '../cue'
import { findOverlaps } from './overlaps'
import {
  dropLeadingWords,
  isBrief,
  letterCount,
  rollupTokens,
  type Screen,
  type Token,
  tokensWeight,
  touches,
} from './screens'
import type { RollupStyle } from './style'

/** The tokens on the screen, and the number of tokens of each line as far as the lines are known. */
type Shown = { keys: string[]; lineLengths: number[] }

const SURE_WORDS = 3

/** The number of tokens of the last line on the screen, of the last two lines, and so on. */
function tailLengths({ lineLengths }: Shown): Set<number> {
  let length = 0
  return new Set(lineLengths.toReversed().map((lineLength) => (length += lineLength)))
}

/** How many of the first tokens are carried over: whole lines if they are known, else at least three words. */
function carriedTokens(shown: Shown, next: Screen, tokens: readonly Token[], style: RollupStyle): number {
  const overlaps = findOverlaps(
    shown.keys,
    tokens.map((token) => token.key),
  )
  const tails = tailLengths(shown)
  const whole = overlaps.filter((count) => tails.has(count))
  const isHold = isBrief(next.cue) || style.holds || tokens.length < shown.keys.length
  const fitting = isHold ? whole[0] : whole.find((count) => count < tokens.length)
  if (fitting !== undefined) return fitting
  if (whole.length > 0) return 0
  const sure = overlaps.find((count) => tokensWeight(tokens, count) >= SURE_WORDS)
  return sure ?? (isBrief(next.cue) && overlaps[0] === tokens.length ? tokens.length : 0)
}

/** The lengths of the lines that remain on the screen when the first `carried` tokens of a cue are carried over. */
function carriedLengths({ lineLengths }: Shown, carried: number): number[] {
  const lengths: number[] = []
  let left = carried
  for (const length of lineLengths.toReversed()) {
    if (left <= 0) break
    lengths.unshift(Math.min(length, left))
    left -= length
  }
  return lengths
}

function freshCue({ cue, lines }: Screen, text: string, start: number): Cue {
  const { startMs, endMs } = cue
  const fresh = start === 0 ? lines.join('\n') : text.slice(start)
  const words = dropLeadingWords(cue, letterCount(text.slice(0, start)))
  return words ? { startMs, endMs, text: fresh, words } : { startMs, endMs, text: fresh }
}

/**
 * Collapses rolling captions whose lines have been joined, so that every cue begins with the end of the one before it: keeps each
 * word once. Ends are not yet clipped.
 */
export function collapseFlat(screens: readonly Screen[], style: RollupStyle): Cue[] {
  const cues: Cue[] = []
  let shown: Shown = { keys: [], lineLengths: [] }
  let shownUntilMs = Number.NEGATIVE_INFINITY
  for (const next of screens) {
    const text = next.keys.join(' ')
    const tokens = rollupTokens(text)
    const carried = touches(next.cue, shownUntilMs) ? carriedTokens(shown, next, tokens, style) : 0
    const fresh = tokens[carried]
    const last = cues.at(-1)
    if (fresh) cues.push(freshCue(next, text, carried === 0 ? 0 : fresh.start))
    else if (last) last.endMs = Math.max(last.endMs, next.cue.endMs)
    const lineLengths = carriedLengths(shown, carried)
    if (fresh) lineLengths.push(tokens.length - carried)
    shown = { keys: tokens.map((token) => token.key), lineLengths }
    shownUntilMs = Math.max(shownUntilMs, next.cue.startMs, next.cue.endMs)
  }
  return cues
}
