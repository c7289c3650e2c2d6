import { between, cutAfterJS } from 'ytdl-core/lib/utils.js'
import { Problem } from '@/lib/core/problem/problem'
import type { Extractor } from '@/lib/sources/extractors/extractor'
import { readAnswer } from '@/lib/sources/extractors/read-answer'
import { checkVideoId } from './check-video-id'
import { parseVideo } from './response/parse-video'
import { parseWatchPage } from './response/parse-watch-page'

const TIMEOUT_MS = 4000

const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

const PLAYER_ANSWER = /\bytInitialPlayerResponse\s*=\s*\{/

function isCaptcha(html: string): boolean {
  return html.includes('class="g-recaptcha"') || html.includes('google.com/recaptcha/api.js')
}

/** The player's answer that a watch page carries. */
function playerAnswerIn(html: string): unknown {
  const found = between(html, PLAYER_ANSWER, '</script>')
  if (found === '') {
    throw isCaptcha(html)
      ? new Problem('upstream_blocked', { context: { reason: 'captcha' } })
      : new Problem('upstream_changed')
  }
  return JSON.parse(cutAfterJS(`{${found}`))
}

/**
 * Parses a video's watch page with ytdl-core's parser. Does not use its requests, which would bypass the guarded client
 * and try dead addresses. The caption tracks that it finds usually need a token, so they show only that captions exist,
 * along with title, date and refusals.
 */
export const ytdlCoreExtractor: Extractor = {
  name: 'ytdl-core',
  timeoutMs: TIMEOUT_MS,
  probe: async ({ videoId }, signal) => {
    checkVideoId(videoId)
    const html = await parseWatchPage(videoId, USER_AGENT, signal)
    return readAnswer(() => parseVideo(playerAnswerIn(html), { videoId, userAgent: USER_AGENT }))
  },
}
