import { Problem } from '@/lib/core/problem/problem'
import { PAID, PHRASES, STATUSES } from './playability-table'
import type { PlayerResponse } from './player-response'

type Playability = NonNullable<PlayerResponse['playabilityStatus']>
type Meaning = typeof PAID

const BLOCKED_BY_CAPTCHA: Meaning = { code: 'upstream_blocked', reason: 'captcha' }

/** YouTube's messages, in lower case. */
function wordsOf({ reason, messages, errorScreen }: Playability): string {
  const message = errorScreen?.playerErrorMessageRenderer
  return [reason, ...(messages ?? []), message?.reason, message?.subreason]
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, 1000).replaceAll('’', "'").toLowerCase())
    .join('\n')
}

/** Parses the fields, without regard to the messages. */
function parseFields({ desktopLegacyAgeGateReason, errorScreen }: Playability): Meaning | null {
  if (errorScreen?.playerCaptchaViewModel) return BLOCKED_BY_CAPTCHA
  if (desktopLegacyAgeGateReason) return { code: 'source_age_restricted' }
  const offer = errorScreen?.playerLegacyDesktopYpcOfferRenderer
  if (offer) return offer.offerId === 'sponsors_only_video' ? { code: 'source_members_only' } : PAID
  const isTrailer = errorScreen?.playerLegacyDesktopYpcTrailerRenderer ?? errorScreen?.ypcTrailerRenderer
  return isTrailer ? PAID : null
}

function parseRefusal(status: string, playability: Playability): Meaning {
  const byStatus = STATUSES.get(status)
  if (byStatus === undefined) return { code: 'upstream_changed' }
  const fields = parseFields(playability)
  if (fields !== null) return fields
  const words = wordsOf(playability)
  const said = PHRASES.find(
    ({ phrases, statuses }) => (statuses?.includes(status) ?? true) && phrases.some((phrase) => words.includes(phrase)),
  )
  return said ?? byStatus
}

function toProblem({ code, reason, detail }: Meaning, playability: Playability): Problem {
  const said = `${playability.status}: ${wordsOf(playability)}`.slice(0, 500)
  return new Problem(code, {
    ...(detail === undefined ? {} : { detail }),
    ...(reason === undefined ? {} : { context: { reason } }),
    cause: new Error(`YouTube said ${said}`),
  })
}

/**
 * The refusal in a player response, as a Problem; null for a playable video, including an ended stream. A response
 * about another video is a block, an empty one a missing video. Fields take precedence over phrases, and only whole
 * phrases of the one table count. An unknown status is `upstream_changed`.
 */
export function parsePlayability(answer: PlayerResponse, videoId: string): Problem | null {
  const { playabilityStatus: playability, videoDetails } = answer
  if (videoDetails && videoDetails.videoId !== videoId) {
    return new Problem('upstream_blocked', { context: { reason: 'other_video' } })
  }
  const status = playability?.status
  if (playability === undefined || status === undefined) {
    return new Problem(videoDetails ? 'upstream_changed' : 'source_not_found')
  }
  if (status !== 'OK') return toProblem(parseRefusal(status, playability), playability)
  if (videoDetails === undefined) return new Problem('upstream_changed')
  if (videoDetails.isUpcoming) return new Problem('source_not_started')
  return videoDetails.isLive ? new Problem('source_live') : null
}
