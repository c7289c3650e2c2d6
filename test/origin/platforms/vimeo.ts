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

/** Vimeo's player, captions and media: vimeo.com itself requires a sign-in. */
export const vimeoRoute: Route = ({ host, path }) => {
  if (host === 'vod-progressive.akamaized.net') return sound()
  return host === 'player.vimeo.com' ? player(path) : undefined
}
