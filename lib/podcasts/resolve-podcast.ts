import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { webRecording } from '@/lib/platforms/web/links'
import { recogniseTarget } from '@/lib/sources/recognise/recognise-target'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import type { PodcastTarget } from './feed'
import { fetchFeed, type PodcastPage } from './fetch/fetch-feed'
import type { AppleId } from './look-up-apple'
import { isShowPage, matchEpisode } from './match-episode'
import { recordingOnPage, statedRecording } from './page-recordings'
import { resolveApple } from './resolve-apple'

const SPOTIFY = /^(?:open\.spotify\.com|play\.spotify\.com|spotify\.link|spoti\.fi|spotify\.app\.link)$/

function refuseSpotify(url: string): void {
  if (!SPOTIFY.test(parseUrl(url)?.hostname ?? '')) return
  throw new Problem('source_drm_protected', {
    detail: "Spotify protects its audio, so it can't be read here. Paste the show's RSS feed, or upload the file.",
  })
}

async function targetOf(found: PodcastPage): Promise<PodcastTarget> {
  if (found.kind === 'audio') return { kind: 'audio', audioUrl: found.url }
  if (found.kind === 'elsewhere') return { kind: 'elsewhere', found: recogniseTarget(found.target) }
  if (found.kind === 'other') {
    const onPage = found.page && recordingOnPage(found.page)
    if (onPage) return onPage
    if (!found.page || !env().anySite || !(await findYtDlp())) return { kind: 'other', contentType: found.contentType }
    return { kind: 'elsewhere', found: webRecording(new URL(found.page.url)) }
  }
  const { feed, url, servedBy, page } = found
  const source = { url, servedBy, listed: false }
  if (page === null || isShowPage(feed, page)) return { kind: 'show', feed, source }
  const episode = matchEpisode(feed, page)
  if (episode) return { kind: 'episode', feed, episode, source }
  return statedRecording(page) ?? { kind: 'show', feed, source }
}

/**
 * Resolves a link, or an id of Apple's directory, to a show, an episode or a recording. A feed is a show. A page that points to a
 * feed is the episode it is about; if the feed has no match, the only recording that the page states; else the show. A page without a feed is
 * the only recording that its metadata states, else the only one that it plays or embeds, else whatever yt-dlp may find there. A redirect to a known site is what that
 * link means. The feed is the first page of the show's: see `fetchWholeFeed`.
 * Throws `source_drm_protected` for Spotify, and what `fetchFeed` and `resolveApple` throw.
 */
export async function resolvePodcast(source: string | AppleId, signal: AbortSignal): Promise<PodcastTarget> {
  if (typeof source !== 'string') return await resolveApple(source, signal)
  refuseSpotify(source)
  return targetOf(await fetchFeed(source, signal))
}
