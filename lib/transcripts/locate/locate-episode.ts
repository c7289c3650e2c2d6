import type { MediaRef } from '@/lib/archive/media/media-ref'
import { Problem } from '@/lib/core/problem/problem'
import type { PodcastTarget } from '@/lib/podcasts/feed'
import { type EpisodeMedia, probeEpisode } from '@/lib/podcasts/probe-episode'
import { resolvePodcast } from '@/lib/podcasts/resolve-podcast'
import { directLink } from '@/lib/sources/files/direct-link'
import { notOneRecording, notRead } from '@/lib/sources/recognise/link-problems'
import type { Located } from './located'

/** The media of an episode by its feed. `failures` as in `Located`. */
export function locatedEpisode(episode: EpisodeMedia, failures: number | null = null): Located {
  return { kind: 'episode', ref: directLink(new URL(episode.audioUrl)), episode, failures }
}

/** The media that a podcast link leads to. Throws `unsupported_source` for a whole show and for what is no podcast. */
export function locateEpisode(target: PodcastTarget): Located {
  switch (target.kind) {
    case 'show':
      throw notOneRecording('a whole podcast', 'Paste the link of one episode, or import the show.', {
        importable: 'show',
      })
    case 'other':
      throw notRead('Verbatim found no supported recording on this page. Paste a link to the file itself.')
    case 'audio':
      return { kind: 'link', ref: directLink(new URL(target.audioUrl)) }
    case 'episode':
      return locatedEpisode(probeEpisode(target.episode, target.feed, target.source))
  }
}

/** The media that a page is about. Throws what `locateEpisode` and reading the page throw. */
export async function locatePage({ openUrl, url }: MediaRef, signal: AbortSignal): Promise<Located> {
  const located = locateEpisode(await resolvePodcast(openUrl ?? url, signal))
  // A page that names itself as its recording would be followed forever.
  if (located.ref.url === url) throw new Problem('upstream_changed')
  return located
}
