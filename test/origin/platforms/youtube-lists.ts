import type { OriginAnswer, Route } from '../handle-request'
import { json, page } from './responses'

const PAGE = 100
const CHANNEL = { name: 'Some Channel', id: 'UC0123456789abcdefghijkl', handle: '@somechannel' }

/** A video of a list: its id, title and length, as `M:SS`; null for one that does not say. */
type Listed = { id: string; title: string; length: string | null }

/** Lists that the route below knows: two talks that others were played with, a long one, none, and a private one. */
export const YOUTUBE_LISTS = {
  talks: 'PLtalksofconversations',
  long: 'PLlongerthanonepageholds',
  empty: 'PLnothingisinhere',
  private: 'PLnobodymayseethis',
  channel: CHANNEL.handle,
} as const

const TALKS: Listed[] = [
  { id: 'jNQXAC9IVRw', title: 'The first talk', length: '0:11' },
  { id: 'theLongTalk', title: 'The long talk', length: '10:00' },
  { id: 'aTalkUntold', title: 'A talk of unknown length', length: null },
  { id: 'jNQXAC9IVRw', title: 'The first talk', length: '0:11' },
]

/** 250 videos, each a minute longer than the one before. */
const LONG: Listed[] = Array.from({ length: 250 }, (_, index) => ({
  id: `video${String(index + 1).padStart(6, '0')}`,
  title: `Video ${index + 1}`,
  length: `${index + 1}:00`,
}))

const seconds = (length: string) => length.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const byline = {
  runs: [
    {
      text: CHANNEL.name,
      navigationEndpoint: { browseEndpoint: { browseId: CHANNEL.id, canonicalBaseUrl: `/${CHANNEL.handle}` } },
    },
  ],
}

function playlistVideo({ id, title, length }: Listed, index: number) {
  return {
    playlistVideoRenderer: {
      videoId: id,
      title: { runs: [{ text: title }] },
      index: { simpleText: String(index + 1) },
      shortBylineText: byline,
      isPlayable: true,
      navigationEndpoint: { commandMetadata: { webCommandMetadata: { url: `/watch?v=${id}` } } },
      ...(length === null ? {} : { lengthSeconds: String(seconds(length)), lengthText: { simpleText: length } }),
    },
  }
}

function lockup({ id, title, length }: Listed) {
  const badge = { thumbnailBadgeViewModel: { text: length, badgeStyle: 'THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT' } }
  return {
    richItemRenderer: {
      content: {
        lockupViewModel: {
          contentId: id,
          contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
          contentImage: {
            thumbnailViewModel: { overlays: [{ thumbnailBottomOverlayViewModel: { badges: length ? [badge] : [] } }] },
          },
          metadata: {
            lockupMetadataViewModel: {
              title: { content: title },
              metadata: {
                contentMetadataViewModel: {
                  metadataRows: [
                    {
                      metadataParts: [
                        { text: { content: '1.2K views' }, accessibilityLabel: '1.2 thousand views' },
                        { text: { content: '2 days ago' }, accessibilityLabel: '2 days ago' },
                      ],
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
  }
}

/** A page of items and, where there are more, what asks for the next one. */
function pageOf(all: readonly Listed[], from: number, token: string, render: (one: Listed, index: number) => object) {
  const items = all.slice(from, from + PAGE).map((one, index) => render(one, from + index))
  if (from + PAGE >= all.length) return items
  const continuationCommand = { token: `${token} ${from + PAGE}`, request: 'CONTINUATION_REQUEST_TYPE_BROWSE' }
  return [...items, { continuationItemRenderer: { continuationEndpoint: { continuationCommand } } }]
}

const tab = (title: string, url: string, content: object) => ({
  tabRenderer: {
    title,
    selected: true,
    endpoint: { commandMetadata: { webCommandMetadata: { url } } },
    content,
  },
})

const inTabs = (tabs: object[], more: object) => ({
  responseContext: {},
  contents: { twoColumnBrowseResultsRenderer: { tabs } },
  ...more,
})

function playlistData(id: string, title: string, all: readonly Listed[]) {
  const contents = pageOf(all, 0, id, playlistVideo)
  const list = { playlistVideoListRenderer: { contents, playlistId: id } }
  const sections = { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents: [list] } }] } }
  return inTabs([tab('', `/playlist?list=${id}`, sections)], {
    metadata: { playlistMetadataRenderer: { title } },
    header: {
      playlistHeaderRenderer: {
        playlistId: id,
        title: { simpleText: title },
        ownerText: byline,
        privacy: 'PUBLIC',
        stats: [{ runs: [{ text: String(all.length) }, { text: ' videos' }] }],
      },
    },
    sidebar: {
      playlistSidebarRenderer: {
        items: [
          {
            playlistSidebarPrimaryInfoRenderer: {
              title: { runs: [{ text: title }] },
              stats: [{ runs: [{ text: String(all.length) }, { text: ' videos' }] }],
            },
          },
        ],
      },
    },
  })
}

function channelData() {
  const grid = { richGridRenderer: { contents: pageOf(LONG, 0, CHANNEL.handle, lockup) } }
  return inTabs([tab('Videos', `/${CHANNEL.handle}/videos`, grid)], {
    metadata: {
      channelMetadataRenderer: {
        title: CHANNEL.name,
        externalId: CHANNEL.id,
        vanityChannelUrl: `http://www.youtube.com/${CHANNEL.handle}`,
        channelUrl: `https://www.youtube.com/channel/${CHANNEL.id}`,
      },
    },
  })
}

const PLAYLISTS: Readonly<Record<string, readonly [string, readonly Listed[]]>> = {
  [YOUTUBE_LISTS.talks]: ['Talks & conversations', TALKS],
  [YOUTUBE_LISTS.long]: ['A long list', LONG],
  [YOUTUBE_LISTS.empty]: ['Nothing yet', []],
}

function dataOfPlaylist(id: string) {
  const known = PLAYLISTS[id]
  return known ? playlistData(id, ...known) : null
}

function html(data: object): OriginAnswer {
  const config = {
    INNERTUBE_API_KEY: 'AIzaSyHandmade',
    INNERTUBE_CONTEXT: { client: { clientName: 'WEB', clientVersion: '2.20261101.00.00', hl: 'en' } },
  }
  return page(
    `<html><script>ytcfg.set(${JSON.stringify(config)});</script><script>var ytInitialData = ${JSON.stringify(data)};</script></html>`,
  )
}

/** The next page of a list, as the token of the page before says. */
function continuation(token: string): OriginAnswer {
  const [id = '', from = '0'] = token.split(' ')
  const isChannel = id === CHANNEL.handle
  const all = isChannel ? LONG : (PLAYLISTS[id]?.[1] ?? [])
  const continuationItems = pageOf(all, Number(from), id, isChannel ? lockup : playlistVideo)
  return json({
    responseContext: {},
    onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems } }],
  })
}

const refused = (reason: string) =>
  html({ responseContext: {}, alerts: [{ alertRenderer: { type: 'ERROR', text: { runs: [{ text: reason }] } } }] })

/** YouTube's pages of playlists and of one channel, and what its browse API answers about them. */
export const youtubeListsRoute: Route = ({ host, url, path, body }) => {
  if (host !== 'www.youtube.com') return undefined
  const { pathname, searchParams } = new URL(url)
  if (pathname === '/playlist') {
    const id = searchParams.get('list') ?? ''
    if (id === YOUTUBE_LISTS.private) return refused('This playlist is private.')
    const data = dataOfPlaylist(id)
    return data ? html(data) : refused('The playlist does not exist.')
  }
  if (path === `/${CHANNEL.handle}/videos`) return html(channelData())
  if (pathname !== '/youtubei/v1/browse') return undefined
  const asked: { continuation?: string; browseId?: string } = JSON.parse(body.toString('utf8'))
  if (asked.continuation) return continuation(asked.continuation)
  const data = dataOfPlaylist(asked.browseId?.replace(/^VL/, '') ?? '')
  return data ? json(data) : { status: 404, body: '' }
}
