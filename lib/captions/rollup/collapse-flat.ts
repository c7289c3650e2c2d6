import type { Cue } from '@/lib/captions/cue'
import { dropLeadingWords } from '@/lib/captions/rollup/drop-leading-words'
import { findOverlaps } from '@/lib/captions/rollup/find-overlaps'
import type { RollupStyle } from '@/lib/captions/rollup/rollup-style'
import { rollupTokens, type Token, tokensWeight } from '@/lib/captions/rollup/rollup-tokens'
import { isBrief, letterCount, type Screen, touches } from '@/lib/captions/rollup/screens'

/** The tokens on the screen, and how many of them each line has, as far as the lines are known. */
type Shown = { keys: string[]; lineLengths: number[] }

const SURE_WORDS = 3

/** The lengths of the last one, two, … lines that are shown, each as a number of tokens. */
function tailLengths({ lineLengths }: Shown): Set<number> {
  let length = 0
  return new Set(lineLengths.toReversed().map((lineLength) => (length += lineLength)))
}

/** How many of the first tokens are carried: whole lines where they are known, else at least three words. */
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

/** The lengths of the lines that are still shown when the first `carried` tokens of a cue are carried. */
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
 * Each word of rolling captions once whose lines have been joined: every cue begins with the end of the one before it.
 * Ends are not yet clipped.
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
