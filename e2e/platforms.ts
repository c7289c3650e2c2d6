import { platformRoutes } from '../test/origin/platforms/platform-routes'
import { youtubePlayer, youtubeSideRoute } from '../test/origin/platforms/youtube-player'
import { startOrigin } from '../test/origin/start-origin'
import { jsonAnswer, youtubeOrigin } from '../test/origin/youtube'
import { showRoute } from './show'

const SAID = 'Here is what was said, a line at a time, in the video that this link leads to.'.split(' ')

/** Starts what stands for the platforms, and gives the settings by which a service reaches it. */
export async function startPlatforms(): Promise<{ settings: Record<string, string>; close: () => Promise<void> }> {
  const youtube = youtubeOrigin()
  const events = SAID.map((word, index) => ({ tStartMs: index * 400, dDurationMs: 400, segs: [{ utf8: word }] }))
  youtube.play({ player: (_, { videoId }) => youtubePlayer(videoId), captions: () => jsonAnswer({ events }) })
  const { proxyUrl, caFile, close } = await startOrigin([showRoute, youtubeSideRoute, youtube.route, ...platformRoutes])
  const settings = { EGRESS_PROXY_URL: proxyUrl, NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile }
  return { settings, close }
}
