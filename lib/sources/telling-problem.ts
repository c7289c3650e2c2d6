import { Problem } from '@/lib/platform/problem'
import type { ProblemCode } from '@/lib/platform/problem-table'

/** What no other way of asking would change: nobody else is asked. */
const FINAL: ReadonlySet<ProblemCode> = new Set([
  'source_private',
  'source_members_only',
  'source_live',
  'source_not_started',
  'source_drm_protected',
  'blocked_url',
])

/** What tells people most comes first. A block comes before whatever a half-blind look may have mistaken it for. */
const BY_WEIGHT: readonly ProblemCode[] = [
  'source_private',
  'source_members_only',
  'source_drm_protected',
  'source_live',
  'source_not_started',
  'source_age_restricted',
  'source_geo_blocked',
  'source_login_required',
  'upstream_blocked',
  'blocked_url',
  'upstream_changed',
  'upstream_timeout',
  'transcriber_unavailable',
]

const TWICE = 2

function isConfirmedMissing(problems: readonly Problem[], waysTried: number): boolean {
  const missing = problems.filter(({ code }) => code === 'source_not_found').length
  return missing >= TWICE || (missing > 0 && missing === waysTried)
}

/** Whether what was met so far is final: one refusal of a kind that stays, or two ways that found nothing. */
export function isFinal(problems: readonly Problem[]): boolean {
  return isConfirmedMissing(problems, TWICE) || problems.some(({ code }) => FINAL.has(code))
}

function weight({ code }: Problem): number {
  const index = BY_WEIGHT.indexOf(code)
  return index < 0 ? BY_WEIGHT.length : index
}

/**
 * The one problem to report of all that were met: what the source said of the recording before what went wrong on the
 * way. "Not found" counts when two ways say so, or when all do; else it may be a block's disguise.
 */
export function mostSpecificProblem(problems: readonly Problem[], waysTried: number): Problem {
  const own = problems.filter(({ code }) => code !== 'source_not_found').sort((a, b) => weight(a) - weight(b))
  const [first] = own
  const missing = problems.find(({ code }) => code === 'source_not_found')
  if (missing && isConfirmedMissing(problems, waysTried)) {
    return first && weight(first) < BY_WEIGHT.indexOf('upstream_blocked') ? first : missing
  }
  return first ?? missing ?? new Problem('upstream_changed')
}
