import type { IncomingHttpHeaders } from 'node:http'
import type { OriginAnswer, Route } from '../handle-request'
import { json, page, sound, text, WEBVTT } from './responses'

/** Videos that the routes below know, by what they are. */
export const VIMEO = {
  captioned: '76979871',
  embedOnly: '76979872',
  upcoming: '76979873',
  live: '76979874',
  behindPassword: '76979875',
  refused: '76979876',
  gone: '999999999',
} as const

/** Events that the routes below know, by what they are. */
export const VIMEO_EVENTS = {
  weekly: '4753126',
  unlisted: '4259978/3db517c479',
  planned: '5120811',
  behindPassword: '4940578',
  onOnePage: '5034253',
} as const

const TRACKS = [
  {
    id: 1,
    lang: 'en',
    url: '/texttrack/1.vtt?token=x',
    kind: 'captions',
    label: 'English CC',
    provenance: 'user_uploaded',
    default: false,
  },
  {
    id: 2,
    lang: 'en-x-autogen',
    url: '/texttrack/2.vtt?token=x',
    kind: 'subtitles',
    label: 'English (auto-generated)',
    provenance: 'ai_generated',
  },
]

const LIVE: Readonly<Record<string, object>> = {
  [VIMEO.upcoming]: { live_event: { status: 'pending' } },
  [VIMEO.live]: { live_event: { status: 'started' } },
}

function config(id: string) {
  return {
    video: {
      id: Number(id),
      title: 'The New Vimeo Player',
      duration: 62,
      owner: { name: 'Vimeo', url: 'https://vimeo.com/staff' },
      ...LIVE[id],
    },
    request: {
      files: {
        progressive: [{ url: 'https://vod-progressive.akamaized.net/v.mp4', quality: '360p', width: 640, height: 360 }],
      },
      text_tracks: TRACKS,
    },
  }
}

function player(path: string): OriginAnswer | undefined {
  if (path.startsWith('/texttrack/')) return text(WEBVTT, 'text/vtt')
  const id = /^\/video\/(\d+)/.exec(path)?.[1]
  if (id === undefined) return undefined
  if (id === VIMEO.gone) return { status: 404, body: 'gone' }
  if (id === VIMEO.refused) return { status: 429, body: 'too many requests' }
  if (id === VIMEO.embedOnly) {
    return { status: 403, body: 'Because of its privacy settings, this video cannot be played here' }
  }
  if (path.includes('/config')) return json(config(id))
  const reported = id === VIMEO.behindPassword ? { view: 4 } : config(id)
  return page(`<script>window.playerConfig = ${JSON.stringify(reported)};</script>`)
}

/** A token of an anonymous viewer, which does not end. */
const TOKEN = 'header.eyJleHAiOjQxMDI0NDQ4MDB9.signature'

const done = (uri: string) => ({ uri: `/videos/${uri}`, live: { status: 'done' } })
const EVENT_VIDEOS: Readonly<Record<string, object[]>> = {
  [VIMEO_EVENTS.weekly]: [
    { uri: '/videos/76979999', live: { status: 'unavailable' } },
    done(VIMEO.captioned),
    done(VIMEO.embedOnly),
  ],
  [VIMEO_EVENTS.unlisted]: [done(`${VIMEO.captioned}:8272103f6e`)],
  [VIMEO_EVENTS.planned]: [{ uri: '/videos/76979999', live: { status: 'unavailable' } }],
}

/** The videos of an event, for those who bring the token that `/_next/viewer` gives. */
function event(path: string, headers: IncomingHttpHeaders): OriginAnswer | undefined {
  const [, id, hash] = /^\/live_events\/(\d+)(?::([\da-f]+))?\/videos$/.exec(path) ?? []
  if (id === undefined) return undefined
  if (headers.authorization !== `jwt ${TOKEN}`) return json({ error: 'No token' }, 401)
  if (id === VIMEO_EVENTS.behindPassword) return json({ error_code: 2204 }, 403)
  if (id === VIMEO_EVENTS.onOnePage) return json({ error_code: 3200 }, 403)
  const data = EVENT_VIDEOS[hash === undefined ? id : `${id}/${hash}`]
  return data ? json({ data, paging: { next: null } }) : json({ error_code: 5000 }, 404)
}

/** Vimeo's player, captions, media and events: the pages of videos on vimeo.com itself require a sign-in. */
export const vimeoRoute: Route = ({ host, path, headers }) => {
  if (host === 'vod-progressive.akamaized.net') return sound()
  if (host === 'vimeo.com' && path === '/_next/viewer') return json({ jwt: TOKEN, xsrft: 'x' })
  if (host === 'api.vimeo.com') return event(path.replace(/\?.*$/, ''), headers)
  return host === 'player.vimeo.com' ? player(path) : undefined
}
