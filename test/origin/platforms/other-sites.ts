import type { OriginAnswer, Route } from '../handle-request'
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
  deadFeed: 'https://streamable.com/deadfeed',
} as const

/** A page of Streamable that answers programs with a status, though its API gives the recording. */
export const pageRefused = (status: number) => `https://streamable.com/page${status}`

const video = (id: string) => ({
  title: 'A talk on Rumble',
  duration: 11,
  live: id === 'v5live' ? 2 : 0,
  author: { name: 'Somebody' },
  cc: { en: { language: 'English', path: 'https://rumble.com/cc/x.vtt' } },
  ua: { mp4: { 360: { url: 'https://sp.rmbl.ws/x.mp4', meta: { bitrate: 300, h: 360 } } } },
})

function streamablePage(path: string): OriginAnswer {
  const status = Number(/^\/page(\d{3})(?=$|\?)/.exec(path)?.[1] ?? 200)
  if (status !== 200) return { status, body: 'Only for browsers' }
  if (path === '/feed.xml') return { status: 404, body: '' }
  const feed = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
  return page(`<html><title>Streamable</title>${path === '/deadfeed' ? feed : ''}</html>`)
}

const CLIP = {
  status: 2,
  title: 'A clip on Streamable',
  duration: 11,
  files: { mp4: { url: 'https://cdn-cf-east.streamable.com/x.mp4', width: 640, height: 360 } },
}

const CHANNEL = ['v5pv5f', 'v6abcd'].map((id) => `<a class="videostream__link" href="/${id}-a-talk.html"></a>`).join('')

/** Rumble, and Streamable, whose pages name no recording, and refuse programs. */
export const otherSitesRoute: Route = ({ host, path, url }) => {
  if (host === 'rumble.com') {
    if (path.startsWith('/embedJS/')) return json(video(new URL(url).searchParams.get('v') ?? ''))
    if (path.startsWith('/cc/')) return text(WEBVTT, 'text/vtt')
    return path === '/c/somebody?page=1' ? page(`<html>${CHANNEL}</html>`) : json({}, 404)
  }
  if (host === 'sp.rmbl.ws' || host === 'cdn-cf-east.streamable.com') return sound()
  if (host === 'streamable.com') return streamablePage(path)
  if (host !== 'ajax.streamable.com') return undefined
  if (/^\/videos\/(?:dnd1|deadfeed|page\d{3})$/.test(path)) return json(CLIP)
  switch (path) {
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
