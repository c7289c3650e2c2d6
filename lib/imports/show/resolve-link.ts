import { formatShortClock } from '@/lib/captions/clock'
import type { Episode } from '@/lib/podcasts/feed'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import type { ResolvedEpisode, ResolveResponse } from '../contract'
import { type FoundPodcast, findPodcast } from './find-podcast'

function toEpisode({ guid, title, audioUrl, publishedAt, durationSeconds }: Episode): ResolvedEpisode {
  return {
    guid,
    title,
    audio_url: audioUrl,
    published: publishedAt?.toISOString() ?? null,
    duration: durationSeconds === null ? null : formatShortClock(durationSeconds * 1000),
  }
}

/** A podcast as the API shows it. */
export function toResolveResponse(found: FoundPodcast): ResolveResponse {
  switch (found.kind) {
    case 'show': {
      const { title, items } = found.feed
      return { kind: 'show', show: { title }, episodes: items.map(toEpisode), audio_url: null }
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
      return { kind: 'audio', show: null, episodes: null, audio_url: found.audioUrl }
  }
}

/**
 * Resolves a pasted podcast link as the API shows it. Free of charge and without side effects. Throws what `findPodcast`
 * throws, naming the field of the request.
 */
export async function resolvePodcastLink(link: string, signal: AbortSignal): Promise<ResolveResponse> {
  return withFieldContext('url', link, async () => toResolveResponse(await findPodcast(link, signal)))
}
