import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { refusesServer } from './extractor-failures'

/** Problems that no other extractor would change: no other is tried. */
const FINAL: ReadonlySet<ProblemCode> = new Set([
  'source_private',
  'source_members_only',
  'source_live',
  'source_not_started',
  'source_drm_protected',
  'blocked_url',
])

/** The most specific problem first. A block comes before whatever an incomplete response may have mistaken it for. */
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
  'upstream_failed',
  'upstream_timeout',
  'transcriber_unavailable',
]

const TWICE = 2

function isConfirmedMissing(problems: readonly Problem[], triedCount: number): boolean {
  const missing = problems.filter(({ code }) => code === 'source_not_found').length
  return missing >= TWICE || (missing > 0 && missing === triedCount)
}

/** Whether the problems so far are final: one permanent refusal, or two extractors that found nothing. */
export function isFinal(problems: readonly Problem[]): boolean {
  return isConfirmedMissing(problems, TWICE) || problems.some(({ code }) => FINAL.has(code))
}

function weight({ code }: Problem): number {
  const index = BY_WEIGHT.indexOf(code)
  return index < 0 ? BY_WEIGHT.length : index
}

/** The block of this server comes first. */
function bySpecificity(a: Problem, b: Problem): number {
  return weight(a) - weight(b) || Number(refusesServer(b)) - Number(refusesServer(a))
}

/**
 * The one problem to report of all: what the source said about the recording comes before network failures. "Not found"
 * counts when two extractors say so, or all do; otherwise it may be a disguised block.
 */
export function mostSpecificProblem(problems: readonly Problem[], triedCount: number): Problem {
  const own = problems.filter(({ code }) => code !== 'source_not_found').sort(bySpecificity)
  const [first] = own
  const missing = problems.find(({ code }) => code === 'source_not_found')
  if (missing && isConfirmedMissing(problems, triedCount)) {
    return first && weight(first) < BY_WEIGHT.indexOf('upstream_blocked') ? first : missing
  }
  return first ?? missing ?? new Problem('upstream_changed')
}
