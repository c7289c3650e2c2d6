import { createHash } from 'node:crypto'
import { haveSameOwner } from '@/lib/net/registrable-domain'
import type { EpisodeMedia } from './probe-episode'

/**
 * The origins under which a publisher's transcript of an episode is stored. Both are of one feed: whoever does not come by
 * that feed is given neither. `shared` is for everybody who does, `own` for one user.
 */
export type TranscriptOrigins = { shared: string; own: string }

const keyOf = (kind: string, ...parts: string[]) =>
  `${kind}:${createHash('sha256').update(parts.join('\n')).digest('base64url')}`

/** The origins of what the feed of an episode says to a user. */
export function transcriptOrigins({ source }: Pick<EpisodeMedia, 'source'>, userId: string): TranscriptOrigins {
  const feedUrl = source?.url ?? ''
  return { shared: keyOf('feed', feedUrl), own: keyOf('own', feedUrl, userId) }
}

type Claim = Pick<EpisodeMedia, 'source' | 'audioUrl'>

/**
 * Whether the feed of an episode may speak for its recording: it comes from whoever owns the recording's domain, or Apple's
 * directory lists it. Anybody's feed may name anybody's recording.
 */
export function isFeedVouchedFor({ source, audioUrl }: Claim): boolean {
  if (source === null) return false
  return source.listed || haveSameOwner(source.servedBy, new URL(audioUrl).hostname)
}

/** Under which origin a transcript is stored that a host has served: shared where feed or host may speak for the recording. */
export function originOf(claim: Claim, { shared, own }: TranscriptOrigins, servedBy: string): string {
  const isVouchedFor = isFeedVouchedFor(claim) || haveSameOwner(servedBy, new URL(claim.audioUrl).hostname)
  return isVouchedFor ? shared : own
}
