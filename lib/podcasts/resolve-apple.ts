import { Problem } from '@/lib/core/problem/problem'
import type { Episode, Feed, PodcastTarget } from './feed'
import { fetchContent } from './fetch/fetch-content'
import { type AppleEntry, type AppleId, lookUpApple } from './look-up-apple'
import { matchEpisode, recordingKey } from './match-episode'

function findListed(feed: Feed, { guid, audioUrl }: NonNullable<AppleEntry['episode']>): Episode | undefined {
  const key = audioUrl === null ? null : recordingKey(audioUrl, false)
  const plays = (episode: Episode) => key !== null && recordingKey(episode.audioUrl, false) === key
  const named = feed.items.filter((episode) => episode.guid === guid)
  return named.find(plays) ?? named[0] ?? feed.items.find(plays)
}

/** Finds an episode that is too old for the directory by its page. */
async function findByPage(feed: Feed, { showId, episodeId }: AppleId, signal: AbortSignal): Promise<Episode | null> {
  const url = `https://podcasts.apple.com/podcast/id${showId}?i=${episodeId}`
  const answer = await fetchContent(url, signal)
  return answer.kind === 'page' ? matchEpisode(feed, answer.page) : null
}

/**
 * Resolves an Apple Podcasts link to a show or episode of the show's own feed. Throws what `lookUpApple` and `fetchContent` throw,
 * and `source_not_found` when the feed no longer has the episode.
 */
export async function resolveApple(id: AppleId, signal: AbortSignal): Promise<PodcastTarget> {
  const entry = await lookUpApple(id, signal)
  const { feedUrl } = entry
  const fetched = await fetchContent(feedUrl, signal)
  if (fetched.kind !== 'feed') {
    throw new Problem('upstream_changed', {
      detail:
        "The feed that Apple names for this show can't be read. Paste the show's RSS feed, or a link to the audio.",
    })
  }
  const { feed } = fetched
  const source = { url: feedUrl, servedBy: fetched.servedBy, listed: true }
  if (id.episodeId === null) return { kind: 'show', feed, source }
  const episode = entry.episode ? findListed(feed, entry.episode) : await findByPage(feed, id, signal)
  if (episode) return { kind: 'episode', feed, episode, source }
  throw new Problem('source_not_found', {
    detail: "This episode is no longer in the show's feed. Paste a link to the audio, or upload the file.",
  })
}
