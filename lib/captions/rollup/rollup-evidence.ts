import { findOverlaps } from '@/lib/captions/rollup/find-overlaps'
import { bringsNewWord, lineGrowth, linesBeforeGrowth } from '@/lib/captions/rollup/line-growth'
import { tokensWeight } from '@/lib/captions/rollup/rollup-tokens'
import { firstTimedLine, isBrief, type Screen, screenTokens, touches } from '@/lib/captions/rollup/screens'

/** How often which sign of rolling is seen, among the pairs of touching cues. */
export type RollupEvidence = {
  pairs: number
  /** The first lines of the second cue are the last ones of the first, and others follow. */
  carries: number
  /** Carries among lines that are otherwise all different. */
  clearCarries: number
  /** Carries where exactly the lines that follow have inline times. */
  timedCarries: number
  /** The second cue shows nothing new. */
  repeats: number
  /** Repeats too short to be read. */
  briefRepeats: number
  /** Longer repeats that nobody would have written. */
  longHolds: number
  /** Longer repeats of a single line, which may have been said twice. */
  lineRepeats: number
  /** The last line goes on. */
  growths: number
  /** Growths of a line that had just grown. */
  regrowths: number
  /** One line begins with the last words of the other. */
  tails: number
  /** Cues, not pairs, with inline times. */
  timedCues: number
}

const EVIDENT_WORDS = 3

function judgeRepeat(evidence: RollupEvidence, shown: Screen, next: Screen): void {
  evidence.repeats += 1
  if (isBrief(next.cue)) evidence.briefRepeats += 1
  else if (next.keys.length < shown.keys.length || new Set(next.keys).size > 1) evidence.longHolds += 1
  else if (next.keys.length === 1) evidence.lineRepeats += 1
}

function judgeCarry(evidence: RollupEvidence, shown: Screen, next: Screen, carried: number): void {
  evidence.carries += 1
  if (firstTimedLine(next) === carried) evidence.timedCarries += 1
  // Lines that stand there more than once, as in a refrain, are no clear sign of rolling.
  const different = new Set([...shown.keys, ...next.keys]).size
  if (different === shown.keys.length + next.keys.length - carried) evidence.clearCarries += 1
}

function judgeGrowth(evidence: RollupEvidence, shown: Screen, next: Screen, hadGrown: boolean): boolean {
  const before = linesBeforeGrowth(shown.keys, next.keys)
  const last = shown.keys.at(-1)
  const grown = before === null ? undefined : next.keys[before]
  if (last === undefined || grown === undefined) return false
  const gained = lineGrowth(last, grown)
  if (gained === null || !bringsNewWord(last, gained)) return false
  evidence.growths += 1
  if (hadGrown) evidence.regrowths += 1
  return true
}

/** Looks for the end of a one-line cue at the beginning of the next. */
function judgeTail(evidence: RollupEvidence, shown: Screen, next: Screen): void {
  const [shownLine, secondShown] = shown.keys
  const [nextLine, secondNext] = next.keys
  if (shownLine === undefined || nextLine === undefined || secondShown !== undefined || secondNext !== undefined) return
  const shownTokens = screenTokens(shown)
  const nextTokens = screenTokens(next)
  const keys = nextTokens.map((token) => token.key)
  const [count = 0] = findOverlaps(
    shownTokens.map((token) => token.key),
    keys,
  )
  if (count === shownTokens.length || tokensWeight(nextTokens, count) < EVIDENT_WORDS) return
  if (new Set(keys.slice(0, count)).size < EVIDENT_WORDS) return
  evidence.tails += 1
  if (count === keys.length && !isBrief(next.cue)) evidence.longHolds += 1
}

/** Whether the pair is a growth. */
function judgePair(evidence: RollupEvidence, shown: Screen, next: Screen, hadGrown: boolean): boolean {
  evidence.pairs += 1
  const [carried = 0] = findOverlaps(shown.keys, next.keys)
  if (carried === next.keys.length) judgeRepeat(evidence, shown, next)
  else if (carried > 0) judgeCarry(evidence, shown, next, carried)
  else {
    judgeTail(evidence, shown, next)
    return judgeGrowth(evidence, shown, next, hadGrown)
  }
  return false
}

/** What the pairs of touching cues, in the order of their starts, have in common. */
export function rollupEvidence(screens: readonly Screen[]): RollupEvidence {
  const evidence: RollupEvidence = {
    pairs: 0,
    carries: 0,
    clearCarries: 0,
    timedCarries: 0,
    repeats: 0,
    briefRepeats: 0,
    longHolds: 0,
    lineRepeats: 0,
    growths: 0,
    regrowths: 0,
    tails: 0,
    timedCues: 0,
  }
  let shown: Screen | undefined
  let shownUntilMs = Number.NEGATIVE_INFINITY
  let hasGrown = false
  for (const next of screens) {
    if (firstTimedLine(next) !== null) evidence.timedCues += 1
    hasGrown = shown !== undefined && touches(next.cue, shownUntilMs) && judgePair(evidence, shown, next, hasGrown)
    shown = next
    shownUntilMs = Math.max(shownUntilMs, next.cue.startMs, next.cue.endMs)
  }
  return evidence
}
