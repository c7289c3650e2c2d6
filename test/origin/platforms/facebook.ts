import type { OriginAnswer, Route } from '../handle-request'
import { page, redirect, sound, text } from './responses'

/** Videos that the route below knows, by what they are. */
export const FACEBOOK = {
  captioned: '883839773514682',
  silent: '883839773514683',
  behindLogin: '883839773514684',
  gone: '883839773514685',
  notUnderstood: '883839773514686',
} as const

const SRT = '1\n00:00:00,000 --> 00:00:02,500\nHello from captions\n'

const LOCALES = [
  {
    locale: 'en_US',
    localized_language: 'English',
    localized_country: 'US',
    localized_creation_method: '(auto-generated)',
    captions_url: 'https://www.facebook.com/captions/en_US.srt',
  },
  {
    locale: 'de_DE',
    localized_language: 'German',
    localized_country: null,
    localized_creation_method: null,
    captions_url: 'https://www.facebook.com/captions/de_DE.srt',
  },
]

function video(id: string) {
  return {
    id,
    __typename: 'Video',
    playable_duration_in_ms: 15_000,
    publish_time: 1_600_000_000,
    owner: { id: '1', name: 'Some Body', __typename: 'User' },
    savable_description: { text: 'desc' },
    name: 'FB title',
    videoDeliveryLegacyFields: {
      browser_native_hd_url: 'https://video.xx.fbcdn.net/hd.mp4',
      browser_native_sd_url: 'https://video.xx.fbcdn.net/sd.mp4',
    },
    ...(id === FACEBOOK.captioned ? { video_available_captions_locales: LOCALES } : {}),
  }
}

function videoPage(id: string): OriginAnswer {
  const media = video(id)
  const data = {
    video: { ...media, playable_url: null, dash_manifest: null, creation_story: { attachments: [{ media }] } },
  }
  const cached = [['RelayPrefetchedStreamCache', 'next', [], ['adp_x', { __bbox: { result: { data } } }]]]
  const script = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: cached } }]]] }
  return page(
    `<html><head><meta property="og:title" content="FB title"/></head><script type="application/json" data-content-len="1" data-sjs>${JSON.stringify(script)}</script></html>`,
  )
}

/** www.facebook.com, its share links, captions and media. */
export const facebookRoute: Route = ({ host, path }) => {
  if (host === 'fb.watch') return redirect(`https://www.facebook.com/watch/?v=${FACEBOOK.captioned}`)
  if (host === 'video.xx.fbcdn.net') return sound()
  if (!host.endsWith('facebook.com')) return undefined
  if (path.startsWith('/share/')) return redirect(`https://www.facebook.com/reel/${FACEBOOK.captioned}/?rdid=x`)
  if (path.startsWith('/captions/')) return text(SRT, 'application/x-subrip')
  const id = /(\d{6,})/.exec(path)?.[1]
  if (id === undefined) return undefined
  if (id === FACEBOOK.behindLogin) return page('<html><body><form id="login_form"></form></body></html>')
  if (id === FACEBOOK.gone) {
    return page('<div class="uiInterstitialContent"><div>This content is currently unavailable</div></div>')
  }
  if (id === FACEBOOK.notUnderstood) return page('<html>A page as nobody has seen it before</html>')
  return videoPage(id)
}
