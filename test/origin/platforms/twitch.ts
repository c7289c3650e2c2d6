import type { OriginRequest, Route } from '../handle-request'
import { json, sound, text } from './responses'

/** Recordings that the route below knows, by what they are. */
export const TWITCH = {
  vod: '635475444',
  forSubscribers: '635475445',
  gone: '1',
  clip: 'FaintLightGullWholeWheat',
  goneClip: 'GoneClip',
} as const

const MEDIA = 'https://d2nvs31859zcd8.cloudfront.net/somebody/audio_only'
const MASTER = `#EXTM3U
#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="audio_only",NAME="Audio Only",AUTOSELECT=NO,DEFAULT=NO
#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=60000,CODECS="mp4a.40.2",VIDEO="audio_only"
${MEDIA}/index-dvr.m3u8
`
const PLAYLIST = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:11
#EXT-X-PLAYLIST-TYPE:EVENT
#EXTINF:11.000,
0.ts
#EXT-X-ENDLIST
`

type Operation = { operationName?: string; query?: string; variables?: { videoID?: string; slug?: string } }

const video = (id: string) => ({
  id,
  title: 'A stream',
  lengthSeconds: 11,
  publishedAt: '2020-05-29T00:00:00Z',
  previewThumbnailURL: 'https://static-cdn.jtvnw.net/thumb-320x180.jpg',
  owner: { displayName: 'Somebody', login: 'somebody' },
  broadcastType: 'ARCHIVE',
})

const clip = (slug: string) => ({
  id: '396245304',
  slug,
  title: 'A clip',
  durationSeconds: 11,
  createdAt: '2019-01-08T00:00:00Z',
  broadcaster: { displayName: 'Somebody', id: '1' },
  playbackAccessToken: { signature: 's', value: '{}' },
  assets: [
    {
      aspectRatio: 1.77,
      videoQualities: [
        { quality: '360', frameRate: 30, sourceURL: 'https://production.assets.clips.twitchcdn.net/x.mp4' },
      ],
    },
  ],
})

const VIDEO_NODES = [TWITCH.vod, TWITCH.gone].map((id) => ({
  __typename: 'VideoEdge',
  cursor: null,
  node: { __typename: 'Video', id, title: `Stream ${id}`, lengthSeconds: 11 },
}))

function answerOperation({ operationName, variables = {} }: Operation) {
  const { videoID = '', slug = '' } = variables
  switch (operationName) {
    case 'ShareClipRenderStatus':
      return { data: { clip: slug === TWITCH.goneClip ? null : clip(slug) } }
    case 'FilterableVideoTower_Videos':
      return { data: { user: { id: '1', videos: { edges: VIDEO_NODES } } } }
    case 'VideoMetadata':
      return { data: { video: videoID === TWITCH.gone ? null : video(videoID) } }
    default:
      return { data: { video: null } }
  }
}

function answerQuery({ body }: OriginRequest) {
  const asked: Operation | Operation[] = JSON.parse(body.toString('utf8'))
  if (Array.isArray(asked)) return json(asked.map(answerOperation))
  return json({ data: { videoPlaybackAccessToken: { value: '{}', signature: 's' } } })
}

/** Twitch's API, playlists and media. */
export const twitchRoute: Route = (request) => {
  const { host, path } = request
  if (host === 'gql.twitch.tv') return answerQuery(request)
  if (host === 'usher.ttvnw.net') {
    if (path.includes(TWITCH.forSubscribers))
      return json([{ error_code: 'vod_manifest_restricted', error: 'restricted' }], 403)
    return text(MASTER, 'application/vnd.apple.mpegurl')
  }
  if (host === 'd2nvs31859zcd8.cloudfront.net') {
    return path.endsWith('.m3u8') ? text(PLAYLIST, 'application/vnd.apple.mpegurl') : sound('video/mp2t')
  }
  return host === 'production.assets.clips.twitchcdn.net' ? sound() : undefined
}
