import { createHash } from 'node:crypto'
import { haveSameOwner } from '@/lib/net/registrable-domain'
import type { EpisodeMedia } from './episode-media'

/**
 * The origins under which a publisher's transcript of an episode is stored. Both belong to one feed, and only requests that come
 * through that feed get such a transcript: `shared` for every user, `own` for one user.
 */
export type TranscriptOrigins = { shared: string; own: string }

const keyOf = (kind: string, ...parts: string[]) =>
  `${kind}:${createHash('sha256').update(parts.join('\n')).digest('base64url')}`

/** The origins of the transcripts that the feed of an episode offers to a user. */
export function transcriptOrigins({ source }: Pick<EpisodeMedia, 'source'>, userId: string): TranscriptOrigins {
  const feedUrl = source?.url ?? ''
  return { shared: keyOf('feed', feedUrl), own: keyOf('own', feedUrl, userId) }
}

type Claim = Pick<EpisodeMedia, 'source' | 'audioUrl'>

/**
 * Whether the feed of an episode can be trusted for its recording: both have the same owner by their domains, or Apple's directory
 * lists the feed. A feed may name another publisher's recording.
 */
export function isFeedVouchedFor({ source, audioUrl }: Claim): boolean {
  if (source === null) return false
  return source.listed || haveSameOwner(source.servedBy, new URL(audioUrl).hostname)
}

/** The origin of a transcript that a host has served: shared if the feed or the host can be trusted for the recording. */
export function originOf(claim: Claim, { shared, own }: TranscriptOrigins, servedBy: string): string {
  const isVouchedFor = isFeedVouchedFor(claim) || haveSameOwner(servedBy, new URL(claim.audioUrl).hostname)
  return isVouchedFor ? shared : own
}
