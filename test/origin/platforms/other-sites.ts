import type { Route } from '../handle-request'
import { json, page, redirect, sound, text, WEBVTT } from './responses'

/** Recordings on sites that have no platform of their own. */
export const OTHER_SITES = {
  captioned: 'https://rumble.com/embed/v5pv5f',
  live: 'https://rumble.com/embed/v5live',
  channel: 'https://rumble.com/c/somebody',
  silent: 'https://streamable.com/dnd1',
  unready: 'https://streamable.com/dnd2',
  intoPrivateNetwork: 'https://streamable.com/dnd3',
  refused: 'https://streamable.com/dnd4',
} as const

const video = (id: string) => ({
  title: 'A talk on Rumble',
  duration: 11,
  live: id === 'v5live' ? 2 : 0,
  author: { name: 'Somebody' },
  cc: { en: { language: 'English', path: 'https://rumble.com/cc/x.vtt' } },
  ua: { mp4: { 360: { url: 'https://sp.rmbl.ws/x.mp4', meta: { bitrate: 300, h: 360 } } } },
})

const CHANNEL = ['v5pv5f', 'v6abcd'].map((id) => `<a class="videostream__link" href="/${id}-a-talk.html"></a>`).join('')

/** Rumble, and Streamable, whose pages name no recording. */
export const otherSitesRoute: Route = ({ host, path, url }) => {
  if (host === 'rumble.com') {
    if (path.startsWith('/embedJS/')) return json(video(new URL(url).searchParams.get('v') ?? ''))
    if (path.startsWith('/cc/')) return text(WEBVTT, 'text/vtt')
    return path === '/c/somebody?page=1' ? page(`<html>${CHANNEL}</html>`) : json({}, 404)
  }
  if (host === 'sp.rmbl.ws' || host === 'cdn-cf-east.streamable.com') return sound()
  if (host === 'streamable.com') return page('<html><title>Streamable</title></html>')
  if (host !== 'ajax.streamable.com') return undefined
  switch (path) {
    case '/videos/dnd1':
      return json({
        status: 2,
        title: 'A clip on Streamable',
        duration: 11,
        files: { mp4: { url: 'https://cdn-cf-east.streamable.com/x.mp4', width: 640, height: 360 } },
      })
    case '/videos/dnd2':
      return json({ status: 1 })
    case '/videos/dnd3':
      return redirect('http://169.254.169.254/latest/meta-data')
    case '/videos/dnd4':
      return json({}, 429)
    default:
      return json({}, 404)
  }
}
