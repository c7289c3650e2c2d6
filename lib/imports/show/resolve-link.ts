import { formatShortClock } from '@/lib/captions/clock'
import { mapSteps, runInSlices } from '@/lib/captions/parsing/steps'
import type { Actor } from '@/lib/core/actor'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { type EpisodeMedia, toEpisodeMedia } from '@/lib/podcasts/episode-media'
import type { Episode } from '@/lib/podcasts/feed'
import { rememberEpisodes } from '@/lib/transcripts/locate/resolved-episodes'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import type { ResolvedEpisode, ResolveResponse } from '../contract'
import { episodeAlone } from '../source/find-import-source'
import { toStoredLink } from '../source/stored-link'
import { type FoundPodcast, findPodcast } from './find-podcast'

function toEpisode({ guid, title, audioUrl, publishedAt, durationSeconds }: Episode): ResolvedEpisode {
  return {
    guid,
    title,
    audio_url: withoutCredentials(audioUrl),
    published: publishedAt?.toISOString() ?? null,
    duration: durationSeconds === null ? null : formatShortClock(durationSeconds * 1000),
  }
}

/** A podcast as the API shows it. */
export async function toResolveResponse(found: FoundPodcast): Promise<ResolveResponse> {
  switch (found.kind) {
    case 'show': {
      const { title, items } = found.feed
      const episodes = await runInSlices(mapSteps(items, toEpisode))
      return { kind: 'show', show: { title }, episodes, audio_url: null }
    }
    case 'episode': {
      const episode = toEpisode(found.episode)
      return {
        kind: 'episode',
        show: { title: found.feed.title },
        episodes: [episode],
        audio_url: episode.audio_url,
      }
    }
    case 'audio':
      return { kind: 'audio', show: null, episodes: null, audio_url: withoutCredentials(found.audioUrl) }
  }
}

/** Finds a podcast for a user, who may request the audio of its episodes next. Throws what `findPodcast` throws. */
export async function resolvePodcastFor(actor: Actor, link: string, signal: AbortSignal): Promise<FoundPodcast> {
  const found = await findPodcast(await toStoredLink(actor, link), signal)
  await rememberPodcast(actor, found)
  return found
}

function* toEpisodeMedias(found: Exclude<FoundPodcast, { kind: 'audio' }>): Generator<EpisodeMedia> {
  const { feed, source } = found
  for (const episode of found.kind === 'show' ? feed.items : [found.episode])
    yield toEpisodeMedia(episode, feed, source)
}

/** Remembers the episodes that a user is shown, as `rememberEpisodes` does. */
export async function rememberPodcast(actor: Actor, found: FoundPodcast): Promise<void> {
  await rememberEpisodes(actor, found.kind === 'audio' ? [episodeAlone(found.audioUrl)] : toEpisodeMedias(found))
}

/**
 * Resolves a pasted podcast link as the API shows it. Free of charge. Throws what `findPodcast` throws, naming the field of the
 * request.
 */
export async function resolvePodcastLink(actor: Actor, link: string, signal: AbortSignal): Promise<ResolveResponse> {
  return withFieldContext('url', link, async () => toResolveResponse(await resolvePodcastFor(actor, link, signal)))
}
