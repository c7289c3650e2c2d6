import type { OriginAnswer, Route } from '../handle-request'
import { json, page, redirect, sound } from './responses'

/** Posts that the route below knows, by what they are. */
export const INSTAGRAM = {
  open: 'DAbcdefghij',
  behindLogin: 'LOGIN11111A',
  empty: 'EMPTY11111A',
  pictures: 'PICS111111A',
  forAdults: 'ADULT11111A',
} as const

const COOKIE = { 'set-cookie': 'csrftoken=x; Domain=.instagram.com; Path=/; Secure' }

function post(code: string): OriginAnswer {
  const media = {
    pk: '3557000000000000000',
    user: { username: 'somebody', pk: '1', full_name: 'Some Body' },
    caption: { text: 'cap' },
    taken_at: 1_700_000_000,
    ...(code === INSTAGRAM.pictures
      ? { image_versions2: { candidates: [] } }
      : {
          video_duration: 14.2,
          has_audio: true,
          video_versions: [{ url: 'https://scontent.cdninstagram.com/v.mp4', type: 101, width: 720, height: 1280 }],
        }),
  }
  const data = { xig_polaris_media: { if_not_gated_logged_out: media } }
  const cached = [['RelayPrefetchedStreamCache', 'next', [], ['x', { __bbox: { result: { data } } }]]]
  const script = { require: [['a', 'b', null, [{ __bbox: { require: cached } }]]] }
  return page(`<html><script type="application/json" data-sjs>${JSON.stringify(script)}</script></html>`)
}

/** www.instagram.com and its media. */
export const instagramRoute: Route = ({ host, path }) => {
  if (host === 'scontent.cdninstagram.com') return sound()
  if (host !== 'www.instagram.com') return undefined
  if (path === '/') return page('<html><script>["LSD",[],{"token":"abc"}]</script></html>', COOKIE)
  if (path.includes('get_ruling_for_content')) {
    return { ...json({ status: 'ok' }), headers: { 'content-type': 'application/json', ...COOKIE } }
  }
  if (path.startsWith('/accounts/login')) return page('<html>Log in</html>')
  const code = /\/(?:p|reel)\/([^/?]+)/.exec(path)?.[1]
  if (code === undefined) return undefined
  if (code === INSTAGRAM.behindLogin) return redirect('https://www.instagram.com/accounts/login/')
  return code === INSTAGRAM.empty ? page('<html></html>') : post(code)
}
