import type { MediaRef } from '@/lib/archive/media/media-ref'
import { runInSlices, type Steps } from '@/lib/captions/parsing/steps'
import type { Actor } from '@/lib/core/actor'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { isSealed } from '@/lib/net/link-credentials'
import { type EpisodeMedia, episodeMedia } from '@/lib/podcasts/episode-media'
import { directLink } from '@/lib/sources/files/direct-link'
import { recall, rememberAll } from '@/lib/sources/memory/source-memory'

const LIFETIME_MS = 24 * 3_600_000
/** How many episodes of a feed are remembered, the first ones; of one with credentials more, since its episodes open in no other way. */
const MAX_EPISODES = 500
const MAX_SEALED_EPISODES = 5000
const ROWS = 500

const keyOf = (userId: string, videoId: string) => `episode:${userId}:${videoId}`

const toJson = (episode: EpisodeMedia): Prisma.InputJsonObject => JSON.parse(JSON.stringify(episode))

/** Null for an address that is never opened. */
function videoIdOf({ audioUrl }: EpisodeMedia): string | null {
  try {
    return directLink(new URL(audioUrl)).videoId
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const isOfSealedFeed = ({ source, audioUrl }: EpisodeMedia) => isSealed(source?.url ?? audioUrl)

/** The remembered part of the first episodes that offer a transcript, or open by the credentials of their feed. */
function* toRemember(userId: string, episodes: Iterable<EpisodeMedia>): Steps<Map<string, Prisma.InputJsonObject>> {
  const values = new Map<string, Prisma.InputJsonObject>()
  let wanted = 0
  for (const episode of episodes) {
    yield
    const sealed = isOfSealedFeed(episode)
    if (episode.transcripts.length === 0 && !sealed) continue
    if (++wanted > (sealed ? MAX_SEALED_EPISODES : MAX_EPISODES)) break
    const videoId = videoIdOf(episode)
    if (videoId !== null && !values.has(keyOf(userId, videoId))) values.set(keyOf(userId, videoId), toJson(episode))
  }
  return values
}

/**
 * Remembers for a day that a user has seen these episodes in their feed, those that offer a transcript, and all of a feed that opens by
 * credentials. The user alone is given what the feed offers: a feed may name another publisher's recording.
 */
export async function rememberEpisodes({ userId }: Actor, episodes: Iterable<EpisodeMedia>): Promise<void> {
  const values = [...(await runInSlices(toRemember(userId, episodes)))]
  for (let start = 0; start < values.length; start += ROWS) {
    await rememberAll(new Map(values.slice(start, start + ROWS)), LIFETIME_MS)
  }
}

/** The episode with this recording that a user has seen in its feed within a day; else null. */
export function recallEpisode({ userId }: Actor, { videoId }: MediaRef): Promise<EpisodeMedia | null> {
  return recall(keyOf(userId, videoId), episodeMedia)
}
