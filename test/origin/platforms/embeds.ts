import type { Route } from '../handle-request'
import { BILIBILI } from './bilibili'
import { json, page, sound } from './responses'
import { TIKTOK } from './tiktok'
import { X } from './x'

const VARIANTS = (id: string) => [
  { bitrate: 832_000, content_type: 'video/mp4', url: `https://video.twimg.com/amplify_video/${id}/vid/640x360/x.mp4` },
  { content_type: 'application/x-mpegURL', url: `https://video.twimg.com/amplify_video/${id}/pl/x.m3u8` },
  { bitrate: 256_000, content_type: 'video/mp4', url: `https://video.twimg.com/amplify_video/${id}/vid/480x270/x.mp4` },
]

const video = (id: string, variants = VARIANTS(id)) => ({
  type: 'video',
  media_url_https: 'https://pbs.twimg.com/x.jpg',
  video_info: { aspect_ratio: [16, 9], duration_millis: 20_100, variants },
})

const post = (id: string, mediaDetails: object[]) => ({
  __typename: 'Tweet',
  id_str: id,
  lang: 'en',
  text: 'regular video https://t.co/a',
  created_at: '2023-09-01T00:00:00.000Z',
  user: { name: 'Some Body', screen_name: 'somebody' },
  mediaDetails,
})

const tombstone = (words: string) => ({ __typename: 'TweetTombstone', tombstone: { text: { text: words } } })

const POSTS: Readonly<Record<string, object>> = {
  [X.captioned]: post(X.captioned, [video('1704')]),
  [X.severalVideos]: post(X.severalVideos, [
    { type: 'photo', media_url_https: 'https://pbs.twimg.com/p.jpg' },
    video('1706', VARIANTS('1706').slice(0, 1)),
    { ...video('1707', VARIANTS('1707').slice(0, 1)), media_url_https: 'https://pbs.twimg.com/second.jpg' },
  ]),
  [X.textOnly]: post(X.textOnly, []),
  [X.forAdults]: tombstone('Age-restricted adult content. This content might not be appropriate for people under 18.'),
  [X.private]: tombstone('You’re unable to view this Post because this account owner limits who can view their Posts.'),
  [X.gone]: tombstone('This Post was deleted by the Post author. Learn more'),
}

/** The data of X's embeds, which wants the token that its script makes of the post's number. */
const xEmbedRoute: Route = ({ host, path }) => {
  if (host !== 'cdn.syndication.twimg.com') return undefined
  const query = new URL(path, 'https://x.com').searchParams
  const found = POSTS[query.get('id') ?? '']
  return found && query.get('token') ? json(found) : json({}, 404)
}

const TIKTOK_VIDEO = (id: string) => ({
  itemInfos: {
    id,
    text: 'Auto captions available #science',
    createTime: '1640883600',
    covers: ['https://p16-sign.tiktokcdn-us.com/cover.jpg'],
    video: {
      urls: ['https://v16-webapp-prime.tiktok.com/video/tos/embed.mp4'],
      videoMeta: { width: 576, height: 1024, ratio: 14, duration: 79 },
    },
  },
  authorInfos: { userId: '1', uniqueId: 'hankgreen1', nickName: 'Hank Green' },
  musicInfos: { musicName: 'original sound' },
})

const tiktokEmbedRoute: Route = ({ host, path }) => {
  const id = /^\/embed\/v2\/(\d+)/.exec(path)?.[1]
  if (host !== 'www.tiktok.com' || id === undefined) return undefined
  const isKnown = id === TIKTOK.captioned || id === TIKTOK.silent
  const data = { [`/embed/v2/${id}`]: isKnown ? { videoData: TIKTOK_VIDEO(id) } : { isError: true } }
  const state = JSON.stringify({ router: { link: `/embed/v2/${id}` }, source: { data } })
  return page(`<html><script id="__FRONTITY_CONNECT_STATE__" type="application/json">${state}</script></html>`)
}

const CODES: Readonly<Record<string, number>> = {
  [BILIBILI.gone]: -404,
  [BILIBILI.behindLogin]: -403,
  [BILIBILI.refused]: -412,
}

const BILIBILI_SUBTITLES = [
  { lan: 'ai-zh', lan_doc: '中文（自动生成）', subtitle_url: '//aisubtitle.hdslb.com/bfs/s.json', ai_type: 0 },
  { lan: 'ai-ja', lan_doc: '日本語（自动翻译）', subtitle_url: '//aisubtitle.hdslb.com/bfs/j.json', ai_type: 1 },
  { lan: 'en-US', lan_doc: 'English', subtitle_url: 'https://aisubtitle.hdslb.com/bfs/e.json', ai_type: 0 },
]

/** The API for Bilibili's players on other sites. The media require the embedding site. */
const bilibiliApiRoute: Route = ({ host, path, headers }) => {
  if (host === 'upos.bilivideo.com') return headers.referer ? sound() : { status: 403, body: 'no referer' }
  if (host !== 'api.bilibili.com') return undefined
  const url = new URL(path, 'https://api.bilibili.com')
  const code = CODES[url.searchParams.get('bvid') ?? ''] ?? 0
  const answers: Record<string, object> = {
    '/x/web-interface/view': {
      bvid: BILIBILI.captioned,
      title: '测试视频',
      pic: 'http://i0.hdslb.com/bfs/archive/x.jpg',
      pubdate: 1_600_000_000,
      duration: 61,
      owner: { mid: 1, name: 'up' },
      pages: [{ cid: 22, page: 1, part: 'p1', duration: 61 }],
    },
    '/x/player/v2': { subtitle: { subtitles: BILIBILI_SUBTITLES } },
    '/x/player/playurl': {
      dash: { audio: [{ id: 30280, baseUrl: 'https://upos.bilivideo.com/a.m4s?e=1', bandwidth: 128_000 }] },
    },
  }
  const data = answers[url.pathname]
  return data && json(code === 0 ? { code, message: 'OK', data } : { code, message: 'error' })
}

/** The answers of platforms to sites that embed their recordings. Vimeo's player is in the platform's own route. */
export const embedRoutes: Route[] = [xEmbedRoute, tiktokEmbedRoute, bilibiliApiRoute]
