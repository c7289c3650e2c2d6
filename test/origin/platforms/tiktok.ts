import type { OriginAnswer, Route } from '../handle-request'
import { page, redirect, sound, text, WEBVTT } from './responses'

/** Posts that the routes below know, by what they are. */
export const TIKTOK = {
  captioned: '7047596209028074758',
  silent: '7000000000000000001',
  private: '7000000000000000002',
  gone: '7000000000000000003',
  abroad: '7000000000000000004',
  forAdults: '7000000000000000005',
  behindLogin: '7000000000000000006',
  intoPrivateNetwork: '7000000000000000007',
} as const

function subtitle(id: string, code: string, source: string) {
  return {
    LanguageID: id,
    LanguageCodeName: code,
    Url: `https://v16-webapp.tiktok.com/subs/${code}.vtt`,
    UrlExpire: 1,
    Format: 'webvtt',
    Version: source === 'ASR' ? '1:whisper_lid' : '4',
    Source: source,
    VideoSubtitleID: 1,
    Size: 1,
  }
}

function post(id: string, over: object = {}) {
  return {
    id,
    desc: 'Auto captions available #science',
    createTime: '1640883600',
    author: { uniqueId: 'hankgreen1', id: '1', nickname: 'Hank Green', secUid: 's' },
    video: {
      id,
      width: 576,
      height: 1024,
      duration: 79,
      playAddr: 'https://v16-webapp-prime.tiktok.com/video/tos/x.mp4',
      ...over,
    },
    music: {
      title: 'original sound',
      authorName: 'Hank Green',
      playUrl: 'https://sf16.tiktokcdn.com/obj/a.mp3?mime_type=audio_mpeg',
      duration: 79,
    },
    stats: { playCount: 1 },
  }
}

const found = (itemStruct: object) => ({ statusCode: 0, itemInfo: { itemStruct } })

const DETAILS: Readonly<Record<string, object>> = {
  [TIKTOK.captioned]: found(
    post(TIKTOK.captioned, { subtitleInfos: [subtitle('8', 'spa-ES', 'MT'), subtitle('2', 'eng-US', 'ASR')] }),
  ),
  [TIKTOK.silent]: found(post(TIKTOK.silent, { duration: 12 })),
  [TIKTOK.private]: { statusCode: 10222, statusMsg: 'private account', itemInfo: {} },
  [TIKTOK.gone]: { statusCode: 10204, statusMsg: "item doesn't exist", itemInfo: {} },
  [TIKTOK.abroad]: { statusCode: 10231, statusMsg: 'cross_border_violation', itemInfo: {} },
  [TIKTOK.forAdults]: { statusCode: 0, itemInfo: { itemStruct: { id: TIKTOK.forAdults, isContentClassified: true } } },
}

function detailPage(id: string): OriginAnswer {
  const detail = DETAILS[id] ?? DETAILS[TIKTOK.gone]
  const data = JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.video-detail': detail } })
  return page(
    `<html><head></head><body><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${data}</script></body></html>`,
  )
}

/** www.tiktok.com, its short links, captions and sound. */
export const tiktokRoute: Route = ({ host, path }) => {
  if (host === 'sf16.tiktokcdn.com') return sound('audio/mpeg')
  if (!host.endsWith('tiktok.com')) return undefined
  if (host === 'vm.tiktok.com' || host === 'vt.tiktok.com' || path.startsWith('/t/')) {
    return redirect(`https://www.tiktok.com/@hankgreen1/video/${TIKTOK.captioned}?_r=1`)
  }
  if (path.startsWith('/video/tos/')) return sound()
  if (path.startsWith('/subs/')) return text(WEBVTT, 'text/vtt')
  if (path.startsWith('/login')) return page('<html>Log in</html>')
  const id = /\/video\/(\d+)/.exec(path)?.[1]
  if (id === TIKTOK.behindLogin) return redirect('https://www.tiktok.com/login?redirect_url=x')
  if (id === TIKTOK.intoPrivateNetwork) return redirect('http://169.254.169.254/latest/meta-data/')
  return id === undefined ? undefined : detailPage(id)
}
