import type { ProblemCode } from '@/lib/core/problem/problem-table'

type Meaning = {
  code: ProblemCode
  /** A machine-readable particular. */
  reason?: string
  detail?: string
}

export const PAID: Meaning = {
  code: 'source_login_required',
  detail: 'This video requires a purchase. Upload the file instead.',
}

/** One video's reason: YouTube answers too many requests with the former phrase. */
const LATER: Meaning = {
  code: 'upstream_blocked',
  reason: 'refused',
  detail:
    "YouTube doesn't give out this video right now. Nothing was charged. Try again in a few minutes, or upload the file.",
}

/** The default meaning of each known status, if no phrase below is more exact. */
export const STATUSES: ReadonlyMap<string, Meaning> = new Map([
  ['AGE_CHECK_REQUIRED', { code: 'source_age_restricted' }],
  ['AGE_VERIFICATION_REQUIRED', { code: 'source_age_restricted' }],
  ['CONTENT_CHECK_REQUIRED', { code: 'source_login_required' }],
  ['ERROR', { code: 'upstream_changed' }],
  ['LIVE_STREAM_OFFLINE', { code: 'source_not_started' }],
  ['LOGIN_REQUIRED', { code: 'source_login_required' }],
  ['UNPLAYABLE', { code: 'upstream_changed' }],
])

/** YouTube's words in English, in small letters with straight apostrophes. The first phrase that is found counts. */
export const PHRASES: readonly (Meaning & { phrases: readonly string[]; statuses?: readonly string[] })[] = [
  { phrases: ["confirm you're not a bot"], code: 'upstream_blocked', reason: 'bot' },
  { phrases: ["content isn't available, try again later"], code: 'upstream_blocked', reason: 'rate_limit' },
  { phrases: ['the page needs to be reloaded', 'try again later'], ...LATER },
  { phrases: ['private video', 'video is private'], code: 'source_private' },
  { phrases: ['inappropriate for some users', 'confirm your age', 'is age-restricted'], code: 'source_age_restricted' },
  { phrases: ['in your country'], code: 'source_geo_blocked' },
  { phrases: ['premium members', 'requires payment', 'requires purchase'], ...PAID },
  {
    phrases: ["channel's members", 'members-only', 'members only', 'join this channel'],
    code: 'source_members_only',
  },
  {
    phrases: ['latest version of youtube', 'on this app', 'application or device', 'update your app'],
    code: 'upstream_changed',
    reason: 'client',
  },
  { phrases: ['live stream recording is not available'], code: 'source_not_found' },
  {
    statuses: ['ERROR', 'UNPLAYABLE'],
    phrases: [
      'video unavailable',
      'video is unavailable',
      'video is not available',
      "video isn't available",
      'video is no longer available',
      'video has been removed',
      'video does not exist',
      'has been terminated',
    ],
    code: 'source_not_found',
  },
]
