import type { Route } from '../handle-request'
import { json, page, sound, text, WEBVTT } from './responses'

/** Talks that the route below knows. */
export const TED = {
  captioned: 'candace_parker_how_to_break_down_barriers',
  silent: 'a_talk_without_subtitles',
} as const

const HLS = 'https://hls.ted.com/project_masters/1'
const MASTER = `#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="${HLS}/subtitles/en/full.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Français",LANGUAGE="fr",URI="${HLS}/subtitles/fr/full.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,SUBTITLES="subs"
${HLS}/v.m3u8
`
const SUBTITLES = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5.0,\nfull.vtt\n#EXT-X-ENDLIST\n'

const talk = (slug: string) => ({
  id: '86532',
  slug,
  title: 'How to break down barriers',
  presenterDisplayName: 'Candace Parker',
  duration: 11,
  publishedAt: '2022-01-14T15:59:27Z',
  audioDownload: 'https://download.ted.com/talks/x.mp3',
  videoPlayerData: {
    thumb: 'https://pi.tedcdn.com/x.jpg',
    resources: slug === TED.captioned ? { hls: { stream: `${HLS}/manifest.m3u8` } } : {},
  },
})

const PLAYLIST = {
  id: '171',
  title: 'The most popular talks',
  videos: {
    nodes: Object.values(TED).map((slug) => ({
      __typename: 'Video',
      canonicalUrl: `https://www.ted.com/talks/${slug}`,
    })),
  },
}

const nextPage = (pageProps: object) =>
  page(`<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script>`)

/** TED's pages, subtitles and media. */
export const tedRoute: Route = ({ host, path }) => {
  if (host === 'download.ted.com') return sound('audio/mpeg')
  if (host === 'hls.ted.com') {
    if (path.endsWith('.vtt')) return text(WEBVTT, 'text/vtt')
    return text(path.includes('/subtitles/') ? SUBTITLES : MASTER, 'application/vnd.apple.mpegurl')
  }
  if (host !== 'www.ted.com') return undefined
  const slug = Object.values(TED).find((known) => path === `/talks/${known}`)
  if (slug) return nextPage({ videoData: talk(slug) })
  return path.startsWith('/playlists/171') ? nextPage({ playlist: PLAYLIST }) : json({}, 404)
}
