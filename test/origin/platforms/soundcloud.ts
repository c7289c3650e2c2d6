import type { Route } from '../handle-request'
import { json, page, sound, text } from './responses'

/** Tracks that the route below knows, by what they are. */
export const SOUNDCLOUD = {
  open: 'ethmusic/lostin-powers',
  private: 'jaimemf/a-private-track',
  gone: 'nobody/nothing',
  secret: 's-8Pjrp',
} as const

const CLIENT_ID = 'a'.repeat(32)
const API = 'https://api-v2.soundcloud.com'

const track = (path: string, id: number) => ({
  kind: 'track',
  id,
  title: 'An interview',
  duration: 11_000,
  created_at: '2011-07-26T14:02:04Z',
  permalink_url: `https://soundcloud.com/${path}`,
  user: { id: 1, username: 'Somebody' },
  media: {
    transcodings: [
      {
        url: `${API}/media/${id}/stream/progressive`,
        preset: 'mp3_1_0',
        quality: 'sq',
        format: { protocol: 'progressive', mime_type: 'audio/mpeg' },
      },
    ],
  },
})

function resolve(address: string) {
  const path = new URL(address).pathname.slice(1)
  if (path === SOUNDCLOUD.open) return json(track(path, 62_986_583))
  if (path === `${SOUNDCLOUD.private}/${SOUNDCLOUD.secret}`) return json(track(path, 123_998_367))
  if (path === 'somebody/sets/talks') {
    const tracks = [track(SOUNDCLOUD.open, 62_986_583), track('somebody/second', 2)]
    return json({ kind: 'playlist', id: 9, title: 'Talks', user: { username: 'Somebody' }, tracks })
  }
  return json({}, 404)
}

/** SoundCloud's home page, script, API and media. */
export const soundcloudRoute: Route = ({ host, path, url }) => {
  if (host === 'soundcloud.com') return page('<script src="https://a-v2.sndcdn.com/assets/0.js"></script>')
  if (host === 'a-v2.sndcdn.com') return text(`({client_id:"${CLIENT_ID}"})`, 'application/javascript')
  if (host === 'cf-media.sndcdn.com') return sound('audio/mpeg')
  if (host !== 'api-v2.soundcloud.com') return undefined
  const { searchParams } = new URL(url)
  if (searchParams.get('client_id') !== CLIENT_ID) return json({}, 401)
  if (path.startsWith('/resolve')) return resolve(searchParams.get('url') ?? '')
  return path.startsWith('/media/') ? json({ url: 'https://cf-media.sndcdn.com/x.128.mp3' }) : json({}, 404)
}
