import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { RefusedLink } from '@/lib/net/open-link'
import { leftToYtDlp } from '@/lib/sources/recognise/left-to-yt-dlp'
import { noRecordingOn } from '@/lib/sources/recognise/recognise'
import { recogniseTarget } from '@/lib/sources/recognise/recognise-target'
import type { PodcastTarget } from './feed'
import { fetchFeed, type PodcastPage } from './fetch/fetch-feed'
import type { AppleId } from './look-up-apple'
import { isShowPage, matchEpisode } from './match-episode'
import { recordingOnPage, statedRecording } from './page-recordings'
import { resolveApple } from './resolve-apple'

type OtherPage = Extract<PodcastPage, { kind: 'other' }>

const SPOTIFY = /^(?:open\.spotify\.com|play\.spotify\.com|spotify\.link|spoti\.fi|spotify\.app\.link)$/

function refuseSpotify(url: string): void {
  if (!SPOTIFY.test(parseUrl(url)?.hostname ?? '')) return
  throw new Problem('source_drm_protected', {
    detail: "Spotify protects its audio, so it can't be read here. Paste the show's RSS feed, or upload the file.",
  })
}

/** The recording of a page without a feed: what it names or plays, else whatever yt-dlp may find there. */
async function targetOfPage({ url, page, refusal, contentType }: OtherPage): Promise<PodcastTarget> {
  const onPage = page && recordingOnPage(page)
  if (onPage) return onPage
  const found = page && (await leftToYtDlp(new URL(page.url)))
  if (found) return { kind: 'elsewhere', found, pageProblem: refusal ?? noRecordingOn(new URL(page.url)) }
  if (refusal) throw refusal
  return { kind: 'other', url, contentType }
}

async function targetOf(found: PodcastPage): Promise<PodcastTarget> {
  if (found.kind === 'audio') return { kind: 'audio', audioUrl: found.url }
  if (found.kind === 'elsewhere') {
    return { kind: 'elsewhere', found: recogniseTarget(found.target), pageProblem: null }
  }
  if (found.kind === 'other') return targetOfPage(found)
  const { feed, url, servedBy, page } = found
  const source = { url, servedBy, listed: false }
  if (page === null || isShowPage(feed, page)) return { kind: 'show', feed, source }
  const episode = matchEpisode(feed, page)
  if (episode) return { kind: 'episode', feed, episode, source }
  return statedRecording(page) ?? { kind: 'show', feed, source }
}

/** Throws the error again for a link that yt-dlp would meet with the same, or that is none of its. */
async function targetOfRefused(error: unknown): Promise<PodcastTarget> {
  if (!(error instanceof RefusedLink)) throw error
  const found = error.mayBeReadOtherwise ? await leftToYtDlp(error.url) : null
  if (!found) throw error
  return { kind: 'elsewhere', found, pageProblem: error }
}

/**
 * Resolves a link, or an id of Apple's directory, to a show, an episode or a recording. A feed is a show. A page that points to a
 * feed is the episode it is about; if the feed has no match, the only recording that the page states; else the show. A page without a feed is
 * the only recording that its metadata states, else the only one that it plays or embeds, else whatever yt-dlp may find there, and so is a
 * page that refuses programs. A redirect to a known site is what that link means. The feed is the first page of the show's: see
 * `fetchWholeFeed`. Throws `source_drm_protected` for Spotify, what `fetchFeed` and `resolveApple` throw, and the problem of a feed that
 * a page without a recording points to.
 */
export async function resolvePodcast(source: string | AppleId, signal: AbortSignal): Promise<PodcastTarget> {
  if (typeof source !== 'string') return await resolveApple(source, signal)
  refuseSpotify(source)
  return await fetchFeed(source, signal).then(targetOf, targetOfRefused)
}
