import { type RollupEvidence, rollupEvidence } from '@/lib/captions/rollup/rollup-evidence'
import type { Screen } from '@/lib/captions/rollup/screens'

/**
 * How captions roll: `lines` carry whole lines from one cue to the next, `flat` ones have their lines joined to one.
 * `grows`: lines are painted on. `holds`: what is shown stands there again, for long, with nothing new.
 * `timed`: new lines have inline times.
 */
export type RollupStyle = { form: 'lines' | 'flat'; grows: boolean; holds: boolean; timed: boolean }

function carriesLines(evidence: RollupEvidence): boolean {
  const { pairs, carries, clearCarries, repeats, briefRepeats } = evidence
  const enough = clearCarries >= 2 || (clearCarries === 1 && briefRepeats > 0)
  return enough && clearCarries * 6 >= pairs && (carries + repeats) * 2 >= pairs
}

/** A first line that the second is joined to has grown, too: then one tail is enough. */
function joinsLines({ pairs, briefRepeats, growths, tails }: RollupEvidence): boolean {
  const mostGrow = growths >= 3 && (tails + growths) * 2 >= pairs
  const enough = tails >= 2 || (tails === 1 && (briefRepeats > 0 || mostGrow))
  return enough && tails * 10 >= pairs && (tails + growths) * 4 >= pairs
}

function paintsLines({ pairs, carries, growths, regrowths }: RollupEvidence): boolean {
  return regrowths >= 2 && regrowths * 8 >= pairs && (growths + carries) * 2 >= pairs
}

/** How the captions of a file roll; null when they are ordinary ones, whatever lines these repeat. */
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
