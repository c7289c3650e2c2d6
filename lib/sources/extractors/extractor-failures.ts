import { singleton } from '@/lib/core/concurrency/singleton'
import type { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'

const FAILURES_IN_A_ROW = 3
const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 1_800_000

/** Failures of an extractor, the network or the platform, which say nothing about the recording: another extractor may well read it. */
export const EXTRACTOR_FAULTS: ReadonlySet<string> = new Set([
  'upstream_blocked',
  'upstream_changed',
  'upstream_failed',
  'upstream_timeout',
  'transcriber_unavailable',
])

type Failures = { inARow: number; lastMs: number }

function failures(): Map<string, Failures> {
  return singleton('extractor failures', () => new Map())
}

const keyOf = (platform: Platform, name: string) => `${platform} ${name}`

/** Whether a problem is a failure of the extractor, the network or the platform, not a fact about the recording. */
export function isExtractorFault({ code }: Problem): boolean {
  return EXTRACTOR_FAULTS.has(code)
}

/** Notes how an extractor did, for the order of the next attempts in this process. Null: it read the recording. */
export function noteOutcome(platform: Platform, name: string, problem: Problem | null, nowMs = Date.now()): void {
  const key = keyOf(platform, name)
  if (!problem || !isExtractorFault(problem)) {
    failures().delete(key)
    return
  }
  failures().set(key, { inARow: (failures().get(key)?.inARow ?? 0) + 1, lastMs: nowMs })
}

function isResting(platform: Platform, name: string, nowMs: number): boolean {
  const failed = failures().get(keyOf(platform, name))
  if (!failed || failed.inARow < FAILURES_IN_A_ROW) return false
  const restMs = FIRST_REST_MS * 2 ** (failed.inARow - FAILURES_IN_A_ROW)
  return nowMs - failed.lastMs < Math.min(restMs, LONGEST_REST_MS)
}

/**
 * Orders extractors by recent success: one that has failed three times in a row comes after the others for a minute,
 * twice as long after each further failure, half an hour at most. No extractor is left out. One that reads a recording,
 * or gets a fact about it, counts as working again.
 */
export function failingExtractorsLast<T extends { name: string }>(
  extractors: readonly T[],
  platform: Platform,
  nowMs = Date.now(),
): T[] {
  const resting = extractors.filter(({ name }) => isResting(platform, name, nowMs))
  return [...extractors.filter((extractor) => !resting.includes(extractor)), ...resting]
}

/**
 * The reasons of `upstream_blocked` that lie in one recording, or in one way to read it: `refused` a video that YouTube asks to
 * try later, `token` captions that want a token, `captions` a caption track that is refused or empty, `media` a file
 * that is refused, `list` a list that platforms show to browsers alone.
 */
const OF_RECORDING: ReadonlySet<unknown> = new Set(['refused', 'token', 'captions', 'media', 'list'])

/** Whether a source refuses this server, whatever it is asked for: a check against robots, or too many requests. */
export function refusesServer({ code, context }: { code: string; context: Record<string, unknown> }): boolean {
  return code === 'upstream_blocked' && !OF_RECORDING.has(context.reason)
}
