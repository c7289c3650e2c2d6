import type { OriginAnswer, Route } from '../handle-request'
import { json, page, redirect, sound } from './responses'

/** Videos that the routes below know, by what they are. */
export const BILIBILI = {
  captioned: 'BV18i4y1m7xV',
  gone: 'BV1xx411c7XX',
  behindLogin: 'BV1xx411c7XY',
  forSupporters: 'BV1xx411c7XZ',
  refused: 'BV1xx411c7Xa',
} as const

function state(id: string) {
  return {
    videoData: {
      bvid: id,
      aid: 1,
      cid: 22,
      title: '测试视频',
      desc: 'd',
      pubdate: 1_600_000_000,
      pages: [{ cid: 22, page: 1 }],
      stat: { view: 1 },
      rights: {},
      ...(id === BILIBILI.forSupporters ? { is_upower_exclusive: true } : {}),
    },
    upData: { name: 'up', mid: 1 },
    tags: [],
  }
}

function videoPage(id: string): OriginAnswer {
  if (id === BILIBILI.refused) return { status: 412, body: 'request was banned' }
  const codes: Record<string, number> = { [BILIBILI.gone]: -404, [BILIBILI.behindLogin]: -403 }
  const code = codes[id]
  const data = code === undefined ? state(id) : { error: { trueCode: code } }
  return page(`<html><script>window.__INITIAL_STATE__=${JSON.stringify(data)};(function(){})()</script></html>`)
}

const STREAMS = {
  timelength: 61_000,
  support_formats: [],
  dash: {
    audio: [
      {
        id: 30280,
        baseUrl: 'https://upos.bilivideo.com/a.m4s?e=1',
        mimeType: 'audio/mp4',
        codecs: 'mp4a.40.2',
        bandwidth: 128_000,
      },
    ],
    video: [
      {
        id: 32,
        baseUrl: 'https://upos.bilivideo.com/x-1-30032.m4s?e=1',
        mimeType: 'video/mp4',
        codecs: 'avc1',
        bandwidth: 400_000,
        width: 640,
        height: 360,
      },
    ],
  },
}

const SUBTITLES = [
  { lan: 'ai-zh', lan_doc: '中文（自动生成）', subtitle_url: '//aisubtitle.hdslb.com/bfs/s.json', type: 1, ai_type: 0 },
  {
    lan: 'ai-ja',
    lan_doc: '日本語（自動翻訳）',
    subtitle_url: '//aisubtitle.hdslb.com/bfs/j.json',
    type: 1,
    ai_type: 1,
  },
  { lan: 'en-US', lan_doc: 'English', subtitle_url: 'https://aisubtitle.hdslb.com/bfs/e.json', type: 0, ai_type: 0 },
]

const KEYS = {
  img_url: 'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png',
  sub_url: 'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png',
}

function api(path: string): OriginAnswer | undefined {
  if (path.startsWith('/x/web-interface/nav')) return json({ code: 0, data: { wbi_img: KEYS } })
  if (path.startsWith('/x/player/pagelist')) return json({ code: 0, data: [{ cid: 22, page: 1, part: 'p1' }] })
  if (path.startsWith('/x/player/wbi/playurl')) {
    return json(path.includes(BILIBILI.forSupporters) ? { code: 0, data: {} } : { code: 0, data: STREAMS })
  }
  if (path.startsWith('/x/player/wbi/v2')) {
    return json({ code: 0, data: { view_points: [], subtitle: { subtitles: SUBTITLES } } })
  }
  return undefined
}

/** www.bilibili.com, its API, short links, captions and media. */
export const bilibiliRoute: Route = ({ host, path }) => {
  if (host === 'b23.tv')
    return redirect(`https://www.bilibili.com/video/${BILIBILI.captioned}?p=1&share_source=copy_web`)
  if (host === 'www.bilibili.com') return videoPage(path.split(/[/?]/)[2] ?? '')
  if (host === 'api.bilibili.com') return api(path)
  if (host === 'upos.bilivideo.com') return sound()
  if (host !== 'aisubtitle.hdslb.com') return undefined
  const [first, second] = path.startsWith('/bfs/e') ? ['Hello', 'Second line'] : ['你好', '第二行']
  return json({
    font_size: 0.4,
    body: [
      { from: 0, to: 2.5, sid: 1, location: 2, content: first },
      { from: 2.5, to: 5, content: second },
    ],
  })
}
