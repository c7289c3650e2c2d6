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
const GONE_OR_HIDDEN =
  'TikTok shows nothing at this link: the video is gone, or TikTok keeps it from this server. Check the link, or upload the file.'
const PASSWORD = 'This video opens only with a password. Upload the file instead.'
const EMBEDDED = 'This video plays only on the web page it was made for. Upload the file instead.'
const PRIVATE_LIST = 'This list is private. Ask its owner for a public link, or paste the links of its videos.'
const NO_TAB =
  'This channel has no videos there. Paste the link of its Shorts or of its Live page, which end in /shorts and /streams.'
const NO_POSTS = 'This account has not posted any videos.'
const CHALLENGE = /captcha|not a bot|rate.?limit|TLS fingerprint|data center IP/i

/** The meanings of yt-dlp's error lines for the user. The first match counts, so the more exact ones are first. */
export const FAILURE_PHRASES: readonly FailurePhrase[] = [
  { phrase: /DRM protected/, code: 'source_drm_protected' },
  { phrase: /Sign in to confirm you.{1,8}re not a bot/, code: 'upstream_blocked' },
  { phrase: /requiring a captcha challenge/, code: 'upstream_blocked' },
  { phrase: /rate-limited by YouTube|content isn.{1,8}t available, try again later/, code: 'upstream_blocked' },
  { phrase: /You have exceeded the rate limit/, code: 'upstream_blocked' },
  { phrase: /Rate limit exceeded/i, code: 'upstream_blocked' },
  { phrase: /Request is (?:blocked|rejected) by server/, code: 'upstream_blocked' },
  { phrase: /Unable to download video info: (?:352|401|412)\b/, code: 'upstream_blocked' },
  { phrase: /blocked due to its TLS fingerprint|your IP may be blocked/, code: 'upstream_blocked' },

  { phrase: /confirm your age|age-restricted|inappropriate for some users/i, code: 'source_age_restricted' },
  { phrase: /NSFW tweet requires authentication/, code: 'source_age_restricted' },
  { phrase: /This post may not be comfortable for some audiences/, code: 'source_age_restricted' },

  { phrase: /members-only content|available to this channel.s members/i, code: 'source_members_only' },
  { phrase: /for premium members only|supporter-only video/, code: 'source_members_only' },

  { phrase: /Private video|This video is private/i, code: 'source_private' },
  { phrase: /not authorized to view this protected tweet/, code: 'source_private' },
  { phrase: /account owner limits who can view/, code: 'source_private' },
  { phrase: /You do not have permission to view this post/, code: 'source_private' },
  { phrase: /only available for registered users who follow this account/, code: 'source_private' },
  { phrase: /has not been made available to anyone/, code: 'source_private' },
  { phrase: /protected by a password/, code: 'source_private', detail: PASSWORD },
  { phrase: /Cannot download embed-only video/, code: 'source_private', detail: EMBEDDED },

  { phrase: /(?:blocked it|not made this video available|not available) in your country/, code: 'source_geo_blocked' },
  { phrase: /not available from your location/, code: 'source_geo_blocked' },
  { phrase: /Video not available, status code 10231/, code: 'source_geo_blocked' },

  { phrase: /live event will begin|Premieres? (?:in|will begin)/i, code: 'source_not_started' },
  { phrase: /This live event is scheduled for|live broadcast has not yet started/, code: 'source_not_started' },
  { phrase: /Twitter Space not started yet/, code: 'source_not_started' },
  { phrase: /Twitter Space ended but not downloadable yet/, code: 'source_live' },

  // TikTok gives deleted videos and refused servers the same status; taken for a block, dead links would close the way.
  { phrase: /Your IP address is blocked from accessing this post/, code: 'source_not_found', detail: GONE_OR_HIDDEN },
  { phrase: /There is no video in this post/, code: 'source_not_found', detail: NO_VIDEO },
  { phrase: /Video unavailable|This video (?:is|isn't) (?:not |un)?available(?: anymore)?/i, code: 'source_not_found' },
  { phrase: /This (?:live )?video has been removed|account associated with this video/, code: 'source_not_found' },
  { phrase: /This live stream recording is not available/, code: 'source_not_found' },
  { phrase: /Twitter API says: Age-restricted/i, code: 'source_age_restricted' },
  { phrase: /Twitter API says: (?!Unknown error)/, code: 'source_not_found' },
  { phrase: /Requested tweet is unavailable|No status found with that ID/, code: 'source_not_found' },
  { phrase: /Broadcast no longer exists|Twitter Space not found|replay is disabled/, code: 'source_not_found' },
  { phrase: /The video is not available, Facebook said/, code: 'source_not_found' },
  { phrase: /This video may be deleted or geo-restricted/, code: 'source_not_found' },
  { phrase: /This event video is unavailable/, code: 'source_not_found' },

  { phrase: /redirected to the login page|is requiring login for access/, code: 'source_login_required' },
  { phrase: /Instagram sent an empty media response/, code: 'source_login_required' },
  { phrase: /Authentication may be needed due to your location/, code: 'source_login_required' },
  { phrase: /only available for registered users|You need to (?:log ?in|purchase)/, code: 'source_login_required' },
  { phrase: /only works when logged-in|not authorized/i, code: 'source_login_required' },

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
  { phrase: CHALLENGE, code: 'upstream_blocked' },

  // Phrases about lists.
  {
    phrase: /This (?:playlist|user's account) is (?:likely either )?private/,
    code: 'source_private',
    detail: PRIVATE_LIST,
  },
  {
    phrase: /This is a private favorites list|Wrong (?:album )?password/,
    code: 'source_private',
    detail: PRIVATE_LIST,
  },
  { phrase: /album is protected by a password/i, code: 'source_private', detail: PRIVATE_LIST },
  { phrase: /The (?:channel\/)?playlist does not exist|This channel does not exist/, code: 'source_not_found' },
  { phrase: /This channel does not have a \w+ tab/, code: 'source_not_found', detail: NO_TAB },
  { phrase: /This account does not have any videos posted/, code: 'source_not_found', detail: NO_POSTS },

  { phrase: /No space left on device|Disk quota exceeded/, code: 'storage_unavailable' },
  { phrase: /CERTIFICATE_VERIFY_FAILED/, code: 'upstream_changed' },
  { phrase: /timed out|Tunnel connection failed|Connection (?:refused|reset|aborted)/i, code: 'upstream_timeout' },
  {
    phrase: /Remote end closed|IncompleteRead|Name or service not known|Network is unreachable/,
    code: 'upstream_timeout',
  },
]
