import { linkedPagesRoutes } from '../test/origin/linked-pages'
import { platformRoutes } from '../test/origin/platforms/platform-routes'
import { youtubeListsRoute } from '../test/origin/platforms/youtube-lists'
import { youtubePlayer, youtubeRefusal, youtubeSideRoute } from '../test/origin/platforms/youtube-player'
import { startOrigin } from '../test/origin/start-origin'
import { jsonAnswer, youtubeOrigin } from '../test/origin/youtube'
import { showRoute } from './show'

const SAID = 'Here is what was said, a line at a time, in the video that this link leads to.'.split(' ')

/** A video of YouTube's in which more is said than a window shows: a sentence every four seconds, for ten minutes. */
export const LONG_TALK = 'theLongTalk'

/** A video of YouTube's that only those may see whom its owner has invited: the service is not among them. */
export const PRIVATE_TALK = 'privateTalk'

const said = (text: string, index: number, everyMs: number) => ({
  tStartMs: index * everyMs,
  dDurationMs: everyMs,
  segs: [{ utf8: text }],
})
const SHORT = SAID.map((word, index) => said(word, index, 400))
const LONG = Array.from({ length: 150 }, (_, index) => said(`Sentence ${index} of a long talk.`, index, 4_000))

/** A video of YouTube's whose captions have the times of their words: six words a sentence, one every half second. */
export const TIMED_WORDS = 'timedWords1'
const TIMED = Array.from({ length: 5 }, (_, index) => ({
  tStartMs: index * 4_000,
  dDurationMs: 4_000,
  segs: `Sentence ${index} has six timed words.`.split(' ').map((word, at) => ({
    utf8: at === 0 ? word : ` ${word}`,
    tOffsetMs: at * 500,
  })),
}))

/** A video of YouTube's with a short text. */
export const TALK = 'watchThis01'

const TALKS: Readonly<Record<string, object[]>> = { [LONG_TALK]: LONG, [TIMED_WORDS]: TIMED }

/** Starts stand-ins for the platforms. Returns the settings by which a service reaches them. */
export async function startPlatforms(): Promise<{ settings: Record<string, string>; close: () => Promise<void> }> {
  const youtube = youtubeOrigin()
  youtube.play({
    player: (_, { videoId }) =>
      videoId === PRIVATE_TALK ? youtubeRefusal(videoId, 'LOGIN_REQUIRED', 'Private video') : youtubePlayer(videoId),
    captions: ({ searchParams }) => jsonAnswer({ events: TALKS[searchParams.get('v') ?? ''] ?? SHORT }),
  })
  const { proxyUrl, caFile, close } = await startOrigin([
    showRoute,
    youtubeListsRoute,
    youtubeSideRoute,
    youtube.route,
    ...linkedPagesRoutes(TALK, LONG_TALK),
    ...platformRoutes,
  ])
  const settings = { EGRESS_PROXY_URL: proxyUrl, NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile }
  return { settings, close }
}
