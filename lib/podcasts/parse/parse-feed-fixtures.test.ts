import { readFileSync } from 'node:fs'
import { parseFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { parsePodcastFeed } from './parse-podcast-feed'

const URL_OF_FEEDS = 'https://feeds.example/'

function bytesOf(name: string): Buffer {
  return readFileSync(`test/fixtures/feeds/${name}`)
}

const read = (name: string) => parsePodcastFeed(bytesOf(name), { contentType: null, url: `${URL_OF_FEEDS}${name}` })

/** File, show, how many episodes, how many transcripts. */
const FEEDS: [string, string, number, number][] = [
  ['1865.xml', '1865', 61, 0],
  ['changing-the-tide.xml', 'Changing the Tide', 15, 0],
  ['encoding.rss', 'Jornal de Notícias - Últimas Notícias', 0, 0],
  ['launched.xml', 'Launched', 36, 0],
  ['legacy.xml', 'Podcasting 2.0 Namespace Example', 3, 0],
  ['narro.rss', 'foobar on Narro', 1, 0],
  ['pagination-links.rss', 'New Show - With Episode Block', 1, 0],
  ['podcastindex-example.xml', 'Podcasting 2.0 Namespace Example', 3, 4],
  ['podcasting20.xml', 'Podcasting 2.0', 56, 47],
  ['podcastparser-atom_published_updated.rss', 'Example Feed', 0, 0],
  ['podcastparser-episode_podcast_transcript.rss', 'Podcast', 1, 1],
  ['podcastparser-html_in_description_rss_both.rss', 'HTML Podcast with Text Description', 1, 0],
  ['podcastparser-mediarss.rss', 'Podcast', 1, 0],
  ['podcastparser-multi_enclosures.rss', 'Foo', 1, 0],
  ['podcastparser-no_guid.rss', 'feeds.example', 1, 0],
  ['podcastparser-no_title.rss', 'feeds.example', 1, 0],
  ['themnshow.xml', 'The Mike Neumann Show', 54, 56],
]

describe('feeds of the wild', () => {
  test.each(FEEDS)('%s is read whole', async (name, title, episodes, transcripts) => {
    const feed = await read(name)
    const found = [feed.title, feed.items.length, feed.items.flatMap((episode) => episode.transcripts).length]
    expect(found).toEqual([title, episodes, transcripts])
    expect(new Set(feed.items.map(({ guid }) => guid)).size).toBe(episodes)
  })

  test.each(FEEDS.filter(([name]) => !name.includes('atom')))(
    '%s is read as another reader of feeds reads it',
    async (name) => {
      const text = new TextDecoder(name === 'encoding.rss' ? 'windows-1252' : 'utf-8').decode(bytesOf(name))
      const { format, feed: expected } = parseFeed(text)
      if (format !== 'rss') throw new Error(`this is ${format}`)
      const feed = await read(name)
      const withMedia = expected.items?.filter(({ enclosures, media }) => enclosures ?? media) ?? []
      expect(
        feed.items.map(({ title, audioUrl, audioType, durationSeconds, publishedAt, transcripts }) => {
          return [
            title,
            audioUrl,
            audioType,
            durationSeconds,
            publishedAt?.getTime(),
            transcripts.map(({ url }) => url),
          ]
        }),
      ).toEqual(
        withMedia.map(({ title, enclosures, media, itunes, pubDate, podcast }) => {
          const audio = enclosures?.[0] ?? media?.contents?.[0]
          return [
            title?.replace(/\s+/g, ' ') ?? 'test',
            audio?.url,
            audio?.type ?? null,
            itunes?.duration ?? null,
            pubDate === undefined ? undefined : Date.parse(pubDate),
            podcast?.transcripts?.map(({ url }) => url) ?? [],
          ]
        }),
      )
    },
  )

  test('a show and its first episode have all that the feed says of them', async () => {
    const { items, ...show } = await read('themnshow.xml')
    expect(show).toEqual({
      title: 'The Mike Neumann Show',
      link: 'https://mikeneumann.show/',
      imageUrl: 'https://mikeneumann.show/assets/static/theMnShow-Dream_01-taas.jpg',
      author: 'Mike Neumann',
      language: 'en-US',
      nextPageUrl: null,
      movedTo: null,
    })
    expect(items[0]).toEqual({
      guid: 'ab86b7b7-79e2-43f4-9f58-8d2584b103ec',
      title: 'Social Media',
      audioUrl:
        'https://op3.dev/e,pg=7a2d292c-8656-5fcf-88d2-31b10e54d7c7/mikeneumann.show/assets/static/themnshow054-20240914-FINAL.mp3',
      audioType: 'audio/mpeg',
      publishedAt: new Date('2024-09-14T19:05:58Z'),
      durationSeconds: null,
      link: 'https://mikeneumann.show/themnshow054-social-media.html',
      imageUrl: 'https://mikeneumann.show/assets/static/theMnShow-Dream_01-taas.jpg',
      transcripts: [
        {
          url: 'https://mikeneumann.show/assets/static/themnshow054-20240914-DRAFT-transcript.srt',
          type: 'application/x-subrip',
          lang: 'en',
          rel: 'captions',
        },
      ],
    })
  })

  test('an episode has its length, date and picture', async () => {
    const { items } = await read('launched.xml')
    expect(items[0]).toEqual({
      guid: '18a6d2f1-27fd-487d-ae4b-26203ee89120',
      title: 'Summer Break',
      audioUrl:
        'https://aphid.fireside.fm/d/1437767933/65632ad5-59b2-4e30-82d1-13845dce07dd/18a6d2f1-27fd-487d-ae4b-26203ee89120.mp3',
      audioType: 'audio/mpeg',
      publishedAt: new Date('2021-05-18T13:00:00Z'),
      durationSeconds: 64,
      link: 'https://launchedfm.com/?/summer-break-2021',
      imageUrl:
        'https://assets.fireside.fm/file/fireside-images/podcasts/images/6/65632ad5-59b2-4e30-82d1-13845dce07dd/episodes/1/18a6d2f1-27fd-487d-ae4b-26203ee89120/cover.jpg?v=1',
      transcripts: [],
    })
  })

  test('an episode without title and guid is named by its file and known by its address', async () => {
    const { items } = await read('podcastparser-no_guid.rss')
    expect(items).toEqual([
      {
        guid: '5ead513990f9a788073507387c3642118f53db81665629fa4cbafc14e3dcb337',
        title: 'test',
        audioUrl: 'http://example.com/test.ogg',
        audioType: 'audio/ogg',
        publishedAt: null,
        durationSeconds: null,
        link: 'http://example.com/episode/1',
        imageUrl: null,
        transcripts: [],
      },
    ])
  })

  test('the next page of a long feed is found', async () => {
    expect((await read('pagination-links.rss')).nextPageUrl).toBe('http://example.org/index.atom?page=4')
  })
})
