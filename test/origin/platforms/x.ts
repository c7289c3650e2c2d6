import type { OriginAnswer, Route } from '../handle-request'
import { json, sound, text, WEBVTT } from './responses'

/** Posts that the route below knows, by what they are. */
export const X = {
  captioned: '1697304622749086011',
  silent: '1697304622749086012',
  severalVideos: '1697304622749086013',
  textOnly: '1604617643973124097',
  forAdults: '1526955853743546372',
  private: '1000000000000000001',
  gone: '9487653',
  unheardOf: '1000000000000000009',
} as const

const PLAYLIST = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,URI="/subtitles/en.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio-64000",NAME="Audio",URI="/aud/pl.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=832000,RESOLUTION=640x360,CODECS="mp4a.40.2,avc1.4d001e",AUDIO="audio-64000",SUBTITLES="subs"
/vid/pl.m3u8
`
const CHUNKS = (chunk: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:11\n#EXTINF:11,\n${chunk}\n#EXT-X-ENDLIST\n`

function video(id: string, withPlaylist: boolean) {
  const playlist = {
    content_type: 'application/x-mpegURL',
    url: `https://video.twimg.com/amplify_video/${id}/pl/x.m3u8`,
  }
  const file = {
    bitrate: 832000,
    content_type: 'video/mp4',
    url: `https://video.twimg.com/amplify_video/${id}/vid/640x360/x.mp4`,
  }
  return {
    id_str: id,
    type: 'video',
    media_url_https: 'https://pbs.twimg.com/x.jpg',
    sizes: {},
    original_info: { width: 1, height: 1 },
    video_info: { duration_millis: 20_100, variants: withPlaylist ? [playlist, file] : [file] },
  }
}

function post(id: string, media: object[]) {
  return {
    __typename: 'Tweet',
    rest_id: id,
    core: { user_results: { result: { legacy: { name: 'Some Body', screen_name: 'somebody' } } } },
    legacy: {
      id_str: id,
      full_text: 'regular video https://t.co/a',
      created_at: 'Fri Sep 01 00:00:00 +0000 2023',
      entities: { hashtags: [] },
      ...(media.length > 0 ? { extended_entities: { media } } : {}),
    },
  }
}

const RESULTS: Readonly<Record<string, object>> = {
  [X.captioned]: post(X.captioned, [video('1704', true)]),
  [X.silent]: post(X.silent, [video('1705', false)]),
  [X.severalVideos]: post(X.severalVideos, [video('1706', false), video('1707', false)]),
  [X.textOnly]: post(X.textOnly, []),
  [X.forAdults]: { __typename: 'TweetUnavailable', reason: 'NsfwLoggedOut' },
  [X.private]: { __typename: 'TweetUnavailable', reason: 'Protected' },
  [X.gone]: {
    __typename: 'TweetTombstone',
    tombstone: { text: { text: 'This Post was deleted by the Post author. Learn more' } },
  },
}

function lookUp(path: string): OriginAnswer {
  const variables = new URL(path, 'https://x.com').searchParams.get('variables') ?? '{}'
  const { tweetId } = JSON.parse(variables) as { tweetId?: string }
  const result = RESULTS[tweetId ?? '']
  return json({ data: { tweetResult: result ? { result } : {} } })
}

/** X's API for guests, and its media. */
export const xRoute: Route = ({ host, path }) => {
  if (host === 'api.x.com' && path.startsWith('/1.1/guest/activate.json')) return json({ guest_token: '1' })
  if (host.endsWith('x.com') && path.includes('/TweetResultByRestId')) return lookUp(path)
  if (host !== 'video.twimg.com') return undefined
  if (path.endsWith('/x.m3u8')) return text(PLAYLIST, 'application/x-mpegURL')
  if (path === '/subtitles/en.m3u8') return text(CHUNKS('/subtitles/en_0.vtt'), 'application/x-mpegURL')
  if (path === '/aud/pl.m3u8') return text(CHUNKS('/aud/0.mp3'), 'application/x-mpegURL')
  if (path.endsWith('.vtt')) return text(WEBVTT, 'text/vtt')
  if (path.endsWith('.mp3') || path.endsWith('.mp4')) return sound()
  return undefined
}
