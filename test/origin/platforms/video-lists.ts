import type { Route } from '../handle-request'
import { BILIBILI } from './bilibili'
import { json, page } from './responses'
import { VIMEO } from './vimeo'

/** Lists that the routes below know, by platform. */
export const VIDEO_LISTS = {
  bilibiliSeries: 'https://space.bilibili.com/2142762/lists/3662502?type=season',
  vimeoShowcase: 'https://vimeo.com/showcase/2632481',
  vimeoChannel: 'https://vimeo.com/channels/tributes',
} as const

const SEASON = {
  archives: [{ bvid: BILIBILI.captioned }, { bvid: BILIBILI.gone }],
  meta: { name: '合集·测试', mid: 2_142_762, description: '', ptime: 1_700_000_000 },
  page: { page_num: 1, page_size: 30, total: 2 },
}

const ALBUM_VIDEOS = [VIMEO.captioned, VIMEO.gone].map((id) => ({
  link: `https://vimeo.com/${id}`,
  uri: `/videos/${id}`,
}))

const CLIP = (id: string, title: string) =>
  `<li id="clip_${id}"><a href="/channels/tributes/${id}" title="${title}"></a></li>`

/** Lists of Bilibili and Vimeo. */
export const videoListsRoute: Route = ({ host, url }) => {
  const { pathname } = new URL(url)
  switch (`${host}${pathname}`) {
    case 'api.bilibili.com/x/polymer/web-space/seasons_archives_list':
      return json({ code: 0, data: SEASON })
    case 'space.bilibili.com/2142762':
      return page('<html><title>某人的个人空间-某人个人主页</title></html>')
    case 'api.vimeo.com/albums/2632481':
      return json({ name: 'Staff favorites', description: null, privacy: { view: 'anybody' } })
    case 'api.vimeo.com/albums/2632481/videos':
      return json({ data: ALBUM_VIDEOS })
    case 'vimeo.com/channels/tributes/videos/page:1/':
      return page(
        `<html><link rel="alternate" title="Vimeo Tributes"/><ol>${CLIP(VIMEO.captioned, 'The New Vimeo Player')}</ol><a rel="next"></a></html>`,
      )
    case 'vimeo.com/channels/tributes/videos/page:2/':
      return page(`<html><ol>${CLIP(VIMEO.embedOnly, 'One more')}</ol></html>`)
    default:
      return undefined
  }
}
