import type { MediaRef } from '@/lib/archive/media/media-ref'
import { Problem } from '@/lib/core/problem/problem'
import { type EpisodeMedia, toEpisodeMedia } from '@/lib/podcasts/episode-media'
import type { PodcastTarget } from '@/lib/podcasts/feed'
import { resolvePodcast } from '@/lib/podcasts/resolve-podcast'
import { directLink } from '@/lib/sources/files/direct-link'
import type { PageLink } from '@/lib/sources/files/probe-link'
import { leftToYtDlp } from '@/lib/sources/recognise/left-to-yt-dlp'
import { notOneRecording, severalRecordings } from '@/lib/sources/recognise/link-problems'
import { notOneOfList } from '@/lib/sources/recognise/list-link'
import { noRecordingOn } from '@/lib/sources/recognise/recognise'
import type { Recognised } from '@/lib/sources/recognise/recognised'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'

/** The media that a request names, and how it is inspected. */
export type Located =
  /** `captionsId`: the upload of its captions; null where they are to be found in the file itself. */
  | { kind: 'upload'; ref: MediaRef; captionsId: string | null }
  /** A recording of a platform. `pageProblem`: what is to be reported of a page of another site that yt-dlp does not know. */
  | { kind: 'platform'; ref: MediaRef; pageProblem: Problem | null }
  /** A link that has to be opened to see whether it is media, captions or a page. */
  | { kind: 'link'; ref: MediaRef }
  /**
   * An episode with the facts of its feed. `failures`: how often it failed before, for a caller that requests it again
   * later while its publisher's transcript is temporarily unavailable; null for one that doesn't.
   */
  | { kind: 'episode'; ref: MediaRef; episode: EpisodeMedia; failures: number | null }

/** The media of an episode by its feed. `failures` as in `Located`. */
export function locatedEpisode(episode: EpisodeMedia, failures: number | null = null): Located {
  return { kind: 'episode', ref: directLink(new URL(episode.audioUrl)), episode, failures }
}

async function locateTarget(target: PodcastTarget, signal: AbortSignal): Promise<Located> {
  switch (target.kind) {
    case 'show':
      throw notOneRecording('a whole podcast', 'Paste the link of one episode, or import the show.', {
        importable: 'show',
      })
    case 'other':
      throw noRecordingOn(new URL(target.url))
    case 'several':
      throw severalRecordings(target.urls)
    case 'elsewhere': {
      const located = await locateLink(target.found, signal)
      return located.kind === 'platform' ? { ...located, pageProblem: target.pageProblem } : located
    }
    case 'audio':
      return { kind: 'link', ref: directLink(new URL(target.audioUrl)) }
    case 'episode':
      return locatedEpisode(toEpisodeMedia(target.episode, target.feed, target.source))
  }
}

/**
 * The media that a recognised link leads to, with short links and podcasts followed; any other link is not opened. Throws
 * `unsupported_source` for a list, a whole show and several recordings, and what following the link throws.
 */
export async function locateLink(found: Recognised, signal: AbortSignal): Promise<Located> {
  switch (found.kind) {
    case 'recording':
      return { kind: 'platform', ref: found.ref, pageProblem: null }
    case 'list':
      throw notOneOfList(found)
    case 'short':
    case 'page':
      return locateLink(await resolveShortLink(found.url, signal), signal)
    case 'podcast':
      return locateTarget(await resolvePodcast(found.service === 'apple' ? found : found.url, signal), signal)
    case 'link':
      return { kind: 'link', ref: directLink(found.url) }
  }
}

/**
 * The media that a page is about, or that its address redirects to; of a page that is refused, what yt-dlp may find there. Throws what
 * `locateLink` and reading the page throw, and the refusal where yt-dlp is not asked.
 */
export async function locatePage(
  { openUrl, url }: MediaRef,
  refusal: PageLink['refusal'],
  signal: AbortSignal,
): Promise<Located> {
  if (refusal) {
    const found = await leftToYtDlp(refusal.url)
    if (!found) throw refusal
    return { kind: 'platform', ref: found.ref, pageProblem: refusal }
  }
  const located = await locateTarget(await resolvePodcast(openUrl ?? url, signal), signal)
  // A page that names itself as its recording would be followed forever.
  if (located.kind === 'link' && located.ref.url === url) throw new Problem('upstream_changed')
  return located
}
