import { formatShortClock } from '../clock'
import { type CaptionText, isStaged } from '../found-captions'
import { canonicalLanguage } from '../language/canonical-language'
import type { Track } from '../language/choose-track'
import type { Warning } from '../warning'

/** `name`: what its source calls it. */
export type NamedTrack = Track & { name: string | null }

/** A recording of ten minutes or more is long: a few words may be all that is said in a shorter one. */
const LONG_MS = 600_000
/** A track with less text than this share of a long recording gives way to one of its language with ten times as much. */
const SMALL_SHARE = 0.05
const TIMES_MORE = 10
/** A track with less text than this share of a long recording is no transcript. */
const TINY_SHARE = 0.01

type Covered = { text: CaptionText; durationMs: number | null }

/** How long there is text, in milliseconds; null for a text that is too large for memory, which is not short. */
function coveredMs({ segments }: CaptionText): number | null {
  if (isStaged(segments)) return null
  return segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

function isBelow(share: number, { text, durationMs }: Covered): boolean {
  const covered = coveredMs(text)
  return covered !== null && durationMs !== null && durationMs >= LONG_MS && covered < share * durationMs
}

/** Whether a track covers so little of a long recording that another one may be its transcript. */
export const coversLittle = (covered: Covered): boolean => isBelow(SMALL_SHARE, covered)

/** Whether a track covers so little of a long recording that it is not its transcript. */
export const coversNothing = (covered: Covered): boolean => isBelow(TINY_SHARE, covered)

/** Whether a text covers ten times as much of a recording as another one. */
export function coversFarMore(one: CaptionText, other: CaptionText): boolean {
  return (coveredMs(one) ?? Number.POSITIVE_INFINITY) >= TIMES_MORE * (coveredMs(other) ?? Number.POSITIVE_INFINITY)
}

const KINDS = { captions: 'human captions', auto_captions: 'automatic captions' }
const nameOf = ({ name, source }: NamedTrack) => `the ${KINDS[source]}${name ? ` "${name}"` : ''}`

function shareOf({ text, durationMs }: Covered): string {
  return `${formatShortClock(coveredMs(text) ?? 0)} of ${formatShortClock(durationMs ?? 0)}`
}

/** The warning about a track that was chosen because another one, of which `text` is the text, covers too little. */
export function replacedWarning(track: NamedTrack, replaced: NamedTrack, covered: Covered): Warning {
  const detail = `This is ${nameOf(track)}, because ${nameOf(replaced)} in this language cover only ${shareOf(covered)}.`
  return { code: 'track_chosen', detail }
}

/** The warning about a track that covers little, where there is no better one. */
export function littleWarning(track: NamedTrack, covered: Covered): Warning {
  return { code: 'track_chosen', detail: `This is ${nameOf(track)}, which cover only ${shareOf(covered)}.` }
}

/** The warning about the choice among tracks of the same language and kind; none where there is one. */
export function severalWarnings(track: NamedTrack, tracks: readonly NamedTrack[]): Warning[] {
  const isAlike = ({ source, lang }: NamedTrack) =>
    source === track.source && canonicalLanguage(lang) === canonicalLanguage(track.lang)
  const { length } = tracks.filter(isAlike)
  if (length < 2) return []
  return [
    {
      code: 'track_chosen',
      detail: `This recording has ${length} such tracks in this language. This is ${nameOf(track)}.`,
    },
  ]
}
