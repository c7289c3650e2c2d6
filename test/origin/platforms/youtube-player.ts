import type { OriginAnswer, Route } from '../handle-request'
import { json, page, sound } from './responses'

const AUDIO = {
  itag: 140,
  url: 'https://rr1---sn-x.googlevideo.com/videoplayback?itag=140&expire=4102444800',
  mimeType: 'audio/mp4; codecs="mp4a.40.2"',
  bitrate: 130_000,
  averageBitrate: 129_000,
  audioSampleRate: '44100',
  approxDurationMs: '11000',
  quality: 'tiny',
}

const captionsOf = (videoId: string) => ({
  playerCaptionsTracklistRenderer: {
    captionTracks: [
      {
        baseUrl: `https://www.youtube.com/api/timedtext?v=${videoId}&lang=en&kind=asr`,
        name: { simpleText: 'English (auto-generated)' },
        vssId: 'a.en',
        languageCode: 'en',
        kind: 'asr',
        isTranslatable: true,
      },
    ],
    translationLanguages: [{ languageCode: 'de', languageName: { simpleText: 'German' } }],
  },
})

/** The answer of YouTube's player API for a video; `over` replaces parts of it, as a refusal does. */
export function youtubePlayer(videoId: string, over: object = {}): OriginAnswer {
  return json({
    playabilityStatus: { status: 'OK' },
    streamingData: { expiresInSeconds: '21540', adaptiveFormats: [AUDIO] },
    videoDetails: { videoId, title: 'A talk', lengthSeconds: '11', author: 'Some Body', isLiveContent: false },
    captions: captionsOf(videoId),
    ...over,
  })
}

/** A refusal of YouTube's player API. */
export function youtubeRefusal(videoId: string, status: string, reason: string, subreason?: string): OriginAnswer {
  const errorScreen = {
    playerErrorMessageRenderer: {
      reason: { simpleText: reason },
      ...(subreason ? { subreason: { simpleText: subreason } } : {}),
    },
  }
  return youtubePlayer(videoId, {
    playabilityStatus: { status, reason, errorScreen },
    streamingData: undefined,
    captions: undefined,
  })
}

const EMBEDDED = {
  INNERTUBE_CONTEXT: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.20261101.00.00' } },
}

/** Where YouTube's media come from, and the player for other pages. */
export const youtubeSideRoute: Route = ({ host, path }) => {
  if (host.endsWith('.googlevideo.com')) return sound('audio/mp4')
  return host === 'www.youtube.com' && path.startsWith('/embed/')
    ? page(`<html><script>ytcfg.set(${JSON.stringify(EMBEDDED)});</script></html>`)
    : undefined
}

/** The page of a video, as far as it is read. */
export function youtubeWatchPage(): OriginAnswer {
  return youtubeWatchPageWith({})
}

/** As `youtubeWatchPage`, with the settings of its player. */
export function youtubeWatchPageWith(settings: object): OriginAnswer {
  const data = { contents: { twoColumnWatchNextResults: { results: { results: { contents: [] } } } } }
  const scripts = [`ytcfg.set(${JSON.stringify(settings)});`, `var ytInitialData = ${JSON.stringify(data)};`]
  return page(`<html>${scripts.map((text) => `<script>${text}</script>`).join('')}</html>`)
}
