import { bringsNewWord, findOverlaps, lineGrowth, linesBeforeGrowth } from './overlaps'
import { firstTimedLine, isBrief, type Screen, screenTokens, tokensWeight, touches } from './screens'

/**
 * How captions roll: `lines` carry whole lines from one cue to the next, `flat` ones have their lines joined to one. `grows`: lines
 * are painted on. `holds`: long cues repeat the screen with nothing new. `timed`: new lines have inline times.
 */
export type RollupStyle = { form: 'lines' | 'flat'; grows: boolean; holds: boolean; timed: boolean }

function carriesLines(evidence: RollupEvidence): boolean {
  const { pairs, carries, clearCarries, repeats, briefRepeats } = evidence
  const enough = clearCarries >= 2 || (clearCarries === 1 && briefRepeats > 0)
  return enough && clearCarries * 6 >= pairs && (carries + repeats) * 2 >= pairs
}

/** Joining a second line to the first looks like growth, too. Then one tail is enough. */
function joinsLines({ pairs, briefRepeats, growths, tails }: RollupEvidence): boolean {
  const mostGrow = growths >= 3 && (tails + growths) * 2 >= pairs
  const enough = tails >= 2 || (tails === 1 && (briefRepeats > 0 || mostGrow))
  return enough && tails * 10 >= pairs && (tails + growths) * 4 >= pairs
}

function paintsLines({ pairs, carries, growths, regrowths }: RollupEvidence): boolean {
  return regrowths >= 2 && regrowths * 8 >= pairs && (growths + carries) * 2 >= pairs
}

/** Detects how the captions of a file roll; null for ordinary captions, even if they repeat lines. */
export function detectRollupStyle(screens: readonly Screen[]): RollupStyle | null {
  const evidence = rollupEvidence(screens)
  const { pairs, timedCarries, briefRepeats, lineRepeats, longHolds, growths, regrowths, timedCues } = evidence
  const timed = timedCues * 4 >= screens.length && timedCarries > 0 && timedCarries * 10 >= pairs
  const flat = joinsLines(evidence)
  const flickers = briefRepeats >= 2 && briefRepeats * 4 >= pairs
  if (!timed && !flat && !flickers && !carriesLines(evidence) && !paintsLines(evidence)) return null
  return {
    form: flat && !timed ? 'flat' : 'lines',
    grows: regrowths >= 2 && growths * 10 >= pairs,
    holds: longHolds > 0 || lineRepeats * 10 >= Math.max(pairs, 1),
    timed,
  }
}

/** How often each sign of rolling occurs among the pairs of adjacent cues. */
type RollupEvidence = {
  pairs: number
  /** The first lines of the second cue are the last ones of the first, and others follow: lines are carried over. */
  carries: number
  /** Carries among lines that are otherwise all different. */
  clearCarries: number
  /** Carries where exactly the new lines have inline times. */
  timedCarries: number
  /** The second cue shows nothing new. */
  repeats: number
  /** Repeats too short to be read. */
  briefRepeats: number
  /** Longer repeats that are not speech. */
  longHolds: number
  /** Longer repeats of a single line, which may have been spoken twice. */
  lineRepeats: number
  /** The last line grows. */
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
  // Lines that occur more than once, as in a refrain, are no clear sign of rolling.
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

/** Checks whether a one-line cue begins with the end of the one before it. */
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

/** Collects the evidence from all pairs of adjacent cues. */
function rollupEvidence(screens: readonly Screen[]): RollupEvidence {
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
