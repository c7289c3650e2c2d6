import type { PlatformFacts } from '../platform-facts'

const PLAYER = 'https://www.youtube-nocookie.com'

/** Hosts at which the ID may be the whole path: YouTube's own short links, and front ends that show its videos. */
export const SHORT_HOSTS = ['youtu.be', 'y2u.be', 'yewtu.be', 'invidio.us', 'hooktube.com', 'piped.video']

/** Lists that are the viewer's own, and mixes, which YouTube makes anew for every viewer; the lists of its editors are not. */
export const OWN_LIST = /^(?:WL|LL|LM|HL|RD(?!CLAK5uy_).*)$/

export const youtube: PlatformFacts<'youtube'> = {
  id: 'youtube',
  name: 'YouTube',
  mark: 'YT',
  hosts: [
    ...SHORT_HOSTS,
    'youtube.com',
    'youtube-nocookie.com',
    'youtubekids.com',
    'youtubeeducation.com',
    'ytimg.com',
    'youtube.googleapis.com',
  ],
  page: {
    address:
      /^(?:(?:[^/]+\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|(?:shorts|live|embed)\/)|youtu\.be\/)[\w-]{11}/,
  },
  hasCaptions: true,
  triedAgainst: 'recorded answers',
  lists:
    'playlists and podcasts, also of YouTube Music; channels by handle, ID or name, with their videos, `…/shorts` or `…/streams`',
  isInList: ({ hostname, searchParams }) => {
    const list = searchParams.get('list') ?? ''
    const isVideo = searchParams.has('v') || SHORT_HOSTS.some((host) => hostname.endsWith(host))
    return isVideo && /^[\w-]{10,}$/.test(list) && !OWN_LIST.test(list)
  },
  timeLink: '?t={}s',
  player: {
    origin: PLAYER,
    protocol: async () => (await import('./player-protocol')).youtubeProtocol,
    address: (videoId, startSeconds, pageOrigin) => {
      const start = String(Math.floor(startSeconds))
      const asked = { enablejsapi: '1', origin: pageOrigin, playsinline: '1', rel: '0', autoplay: '1', start }
      return `${PLAYER}/embed/${encodeURIComponent(videoId)}?${new URLSearchParams(asked)}`
    },
    embedUrl: (videoId) => `https://www.youtube.com/embed/${encodeURIComponent(videoId)}`,
  },
}
