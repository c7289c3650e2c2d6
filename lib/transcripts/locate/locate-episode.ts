import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'
import { directLink } from '@/lib/sources/files/direct-link'
import type { Located } from './located'

/** The media of an episode by its feed. `failures` as in `Located`. */
export function locatedEpisode(episode: EpisodeMedia, failures: number | null = null): Located {
  return { kind: 'episode', ref: directLink(new URL(episode.audioUrl)), episode, failures }
}
