import type { ProblemCode } from '@/lib/core/problem/problem-table'

export type FailurePhrase = {
  /** Found in yt-dlp's error line, which is its extractors' own words or the platform's. */
  phrase: RegExp
  code: ProblemCode
  detail?: string
  /** Which block, where it is one of a recording (`lib/sources/extractors/extractor-failures.ts`). */
  reason?: string
}

export const NO_VIDEO =
  'There is no video or sound at this link, only text or pictures. Check the link, or upload the file.'
const PASSWORD = 'This video opens only with a password. Upload the file instead.'
export const PRIVATE_LIST = 'This list is private. Ask its owner for a public link, or paste the links of its videos.'

/**
 * The meanings of error lines that several sites or yt-dlp itself write; those of one site are in its folder of `lib/platforms`. The
 * first match counts, so the more exact ones are first.
 */
export const FAILURE_PHRASES: readonly FailurePhrase[] = [
  { phrase: /DRM protected/, code: 'source_drm_protected' },

  { phrase: /confirm your age|age-restricted|inappropriate for some users/i, code: 'source_age_restricted' },

  { phrase: /Private video|This video is private/i, code: 'source_private' },
  { phrase: /protected by a password/, code: 'source_private', detail: PASSWORD },

  { phrase: /(?:blocked it|not made this video available|not available) in your country/, code: 'source_geo_blocked' },
  { phrase: /not available from your location/, code: 'source_geo_blocked' },

  { phrase: /live event will begin|Premieres? (?:in|will begin)/i, code: 'source_not_started' },
  { phrase: /This live event is scheduled for/, code: 'source_not_started' },

  { phrase: /Video unavailable|This video (?:is|isn't) (?:not |un)?available(?: anymore)?/i, code: 'source_not_found' },
  { phrase: /This (?:live )?video has been removed|account associated with this video/, code: 'source_not_found' },
  { phrase: /This live stream recording is not available/, code: 'source_not_found' },

  { phrase: /only available for registered users|You need to (?:log ?in|purchase)/, code: 'source_login_required' },
  { phrase: /not authorized/i, code: 'source_login_required' },

  { phrase: /HTTP Error (?:404|410)\b/, code: 'source_not_found' },
  { phrase: /HTTP Error 401\b/, code: 'source_login_required' },
  { phrase: /HTTP Error 451\b/, code: 'source_geo_blocked' },
  {
    phrase: /Unable to download (?:video data|video subtitles|subtitles)\b.{0,60}HTTP Error (?:403|407)\b/i,
    code: 'upstream_blocked',
    reason: 'media',
  },
  { phrase: /HTTP Error (?:403|407|412|429|461|471)\b/, code: 'upstream_blocked' },
  { phrase: /HTTP Error 408\b/, code: 'upstream_timeout' },
  { phrase: /HTTP Error (?:50[234]|52\d)\b/, code: 'upstream_failed' },
  { phrase: /captcha|not a bot|rate.?limit/i, code: 'upstream_blocked' },

  { phrase: /No space left on device|Disk quota exceeded/, code: 'storage_unavailable' },
  { phrase: /CERTIFICATE_VERIFY_FAILED/, code: 'upstream_changed' },
  { phrase: /timed out|Tunnel connection failed|Connection (?:refused|reset|aborted)/i, code: 'upstream_timeout' },
  {
    phrase: /Remote end closed|IncompleteRead|Name or service not known|Network is unreachable/,
    code: 'upstream_timeout',
  },
]
