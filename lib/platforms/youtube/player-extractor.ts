import { Problem } from '@/lib/core/problem/problem'
import type { CaptionTrack, Extractor } from '@/lib/sources/extractors/extractor'
import { readAnswer } from '@/lib/sources/extractors/read-answer'
import { checkVideoId } from './check-video-id'
import { fetchPlayer } from './requests/fetch-player'
import type { YoutubeClient } from './requests/youtube-clients'
import { needsToken } from './response/caption-url'
import { parseVideo } from './response/parse-video'

const TIMEOUT_MS = 3000

const isClosed = ({ body }: CaptionTrack) => body.kind === 'url' && needsToken(body.url)

/**
 * Asks YouTube's player API as one of its clients, by one request. Where every caption track wants a token this client
 * was not given, it has failed: `upstream_blocked`, reason `token`.
 */
export function playerExtractor(client: YoutubeClient): Extractor {
  return {
    name: `youtube ${client.context.clientName}`,
    timeoutMs: TIMEOUT_MS,
    probe: async ({ videoId }, signal) => {
      checkVideoId(videoId)
      const answer = await fetchPlayer(client, videoId, signal)
      const media = readAnswer(() => parseVideo(answer, { videoId, userAgent: client.userAgent }))
      if (media.tracks.length > 0 && media.tracks.every(isClosed)) {
        throw new Problem('upstream_blocked', { context: { reason: 'token' } })
      }
      return media
    },
  }
}
