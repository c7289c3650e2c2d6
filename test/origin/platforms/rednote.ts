import type { Route } from '../handle-request'
import { page, redirect, sound } from './responses'

/** Notes that the route below knows, by what they are. */
export const REDNOTE = {
  open: '674051740000000007027a15',
  behindLogin: '674051740000000007027a16',
  gone: '674051740000000007027a17',
} as const

const TOKEN = 'CBgeL8Dxd1ZWBhwqRd568gAZ_iwG-9JIf9tnApNmteU2E='

function state(notes: object): string {
  // The page has JavaScript, not JSON.
  return `<script>window.__INITIAL_STATE__={"global":undefined,"note":{"noteDetailMap":${JSON.stringify(notes)}}}</script>`
}

function note(id: string) {
  const stream = {
    masterUrl: 'http://sns-video-bd.xhscdn.com/stream/110/258/a.mp4',
    backupUrls: [],
    duration: 28_073,
    width: 720,
    height: 1280,
    videoCodec: 'h264',
    audioCodec: 'aac',
  }
  return {
    note: {
      noteId: id,
      title: '相互喜欢就可以了',
      desc: '#广州',
      user: { userId: '63439913000000001901f49a' },
      tagList: [{ name: '广州' }],
      imageList: [],
      video: { media: { stream: { h264: [stream] } } },
    },
  }
}

/** www.xiaohongshu.com, its short links and its media, which come by plain http. */
export const rednoteRoute: Route = ({ host, path, headers }) => {
  if (host === 'xhslink.com') {
    return redirect(
      `https://www.xiaohongshu.com/discovery/item/${REDNOTE.open}?xsec_token=${TOKEN}&xsec_source=app_share`,
    )
  }
  if (host === 'sns-video-bd.xhscdn.com') return sound()
  if (host !== 'www.xiaohongshu.com') return undefined
  const { pathname, searchParams } = new URL(path, 'https://www.xiaohongshu.com')
  const id = pathname.split('/').at(-1) ?? ''
  if (pathname === '/login') return page(`<html><title>小红书</title>${state({})}</html>`)
  if (id === REDNOTE.gone) return { status: 404, body: 'gone' }
  const isSignedIn = headers.cookie?.includes('web_session=') ?? false
  if (!searchParams.has('xsec_token') && !isSignedIn)
    return redirect('https://www.xiaohongshu.com/login?redirectPath=x')
  return page(`<html><head><meta name="og:title" content="相互喜欢就可以了"></head>${state({ [id]: note(id) })}</html>`)
}
