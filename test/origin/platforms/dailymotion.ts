import type { OriginRequest, Route } from '../handle-request'
import { json, sound, text, WEBVTT } from './responses'

/** Videos that the route below knows, by what they are. */
export const DAILYMOTION = {
  captioned: 'x5kesuj',
  gone: 'x000000',
  private: 'x000001',
  abroad: 'x000002',
  list: 'xv4bw',
} as const

const ERRORS: Readonly<Record<string, object>> = {
  [DAILYMOTION.private]: { code: 'DM005', title: 'This video is private.' },
  [DAILYMOTION.abroad]: { code: 'DM007', title: 'Not available in your region' },
}

const metadata = (id: string) => ({
  id,
  title: 'A review',
  duration: 187,
  created_time: 1_493_651_285,
  owner: { id: 'x1xm8ri', screenname: 'Somebody' },
  qualities: { 380: [{ type: 'video/mp4', url: 'https://www.dailymotion.com/cdn/H264-512x384/video/x.mp4' }] },
  subtitles: {
    data: {
      en: { label: 'English', urls: ['https://static2.dmcdn.net/static/video/sub_en.vtt'] },
      'en-auto': { label: 'English (auto-generated)', urls: ['https://static2.dmcdn.net/static/video/sub_auto.vtt'] },
    },
  },
})

const EDGES = [DAILYMOTION.captioned, DAILYMOTION.gone].map((xid) => ({
  node: { xid, url: `https://www.dailymotion.com/video/${xid}` },
}))

function answerQuery({ body }: OriginRequest) {
  const { query }: { query: string } = JSON.parse(body.toString('utf8'))
  const [, kind = '', id = ''] = /(\w+)\(xid: "(\w+)"/.exec(query) ?? []
  if (kind === 'collection')
    return json({ data: { collection: { videos: { edges: query.includes('page: 1)') ? EDGES : [] } } } })
  if (id === DAILYMOTION.gone) return json({ data: { media: null }, errors: [{ message: 'Video not found' }] })
  return json({ data: { media: { xid: id, geoblockedCountries: { allowed: ['fr'] } } } })
}

/** Dailymotion's API, captions and media. */
export const dailymotionRoute: Route = (request) => {
  const { host, path } = request
  if (host === 'graphql.api.dailymotion.com')
    return path === '/oauth/token' ? json({ access_token: 't' }) : answerQuery(request)
  if (host === 'static2.dmcdn.net') return text(WEBVTT, 'text/vtt')
  if (host !== 'www.dailymotion.com') return undefined
  const id = /^\/player\/metadata\/video\/(\w+)/.exec(path)?.[1]
  if (id) return json(ERRORS[id] ? { error: ERRORS[id] } : metadata(id))
  return path.startsWith('/cdn/') ? sound() : { status: 404, body: '' }
}
