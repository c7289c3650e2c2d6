import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { Problem } from '@/lib/core/problem/problem'
import { notOneOfList } from './list-link'
import { recognise } from './recognise'
import { outcome } from './testing/outcome'

const cases = z
  .array(
    z.object({
      url: z.string(),
      platform: z.string().nullable(),
      id: z.string().nullable(),
      kind: z.string(),
      hash: z.string().optional(),
      show_id: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync('test/fixtures/url-cases.json', 'utf8')))
type Case = (typeof cases)[number]

const YOUTUBE = 'https://www.youtube.com'
const SPACE = 'https://space.bilibili.com'

/** The lists among the cases that can be read: the address they are read at, and whether what is new comes first there. */
const LISTS: Readonly<Record<string, readonly [list: string, url: string, isNewestFirst: boolean]>> = {
  'https://www.youtube.com/playlist?list=PL4lCao7KL_QFodcLWhDpGCYnngnHtQ-Xf': [
    'playlist',
    `${YOUTUBE}/playlist?list=PL4lCao7KL_QFodcLWhDpGCYnngnHtQ-Xf`,
    false,
  ],
  'https://www.youtube.com/playlist?list=PLwP_SiAcdui0KVebT0mU9Apz359a4ubsC': [
    'playlist',
    `${YOUTUBE}/playlist?list=PLwP_SiAcdui0KVebT0mU9Apz359a4ubsC`,
    false,
  ],
  'https://www.youtube.com/playlist?list=UUBABnxM4Ar9ten8Mdjj1j0Q': [
    'playlist',
    `${YOUTUBE}/playlist?list=UUBABnxM4Ar9ten8Mdjj1j0Q`,
    true,
  ],
  'https://www.youtube.com/playlist?list=UUXw-G3eDE9trcvY2sBMM_aA': [
    'playlist',
    `${YOUTUBE}/playlist?list=UUXw-G3eDE9trcvY2sBMM_aA`,
    true,
  ],
  'https://www.youtube.com/playlist?list=PLYwq8WOe86_xGmR7FrcJq8Sb7VW8K3Tt2': [
    'playlist',
    `${YOUTUBE}/playlist?list=PLYwq8WOe86_xGmR7FrcJq8Sb7VW8K3Tt2`,
    false,
  ],
  'https://music.youtube.com/playlist?list=PLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq': [
    'playlist',
    `${YOUTUBE}/playlist?list=PLRBp0Fe2GpgmgoscNFLxNyBVSFVdYmFkq`,
    false,
  ],
  'https://www.youtube.com/playlist?list=PLt5yu3-wZAlQLfIN0MMgp0wVV6MP3bM4_': [
    'playlist',
    `${YOUTUBE}/playlist?list=PLt5yu3-wZAlQLfIN0MMgp0wVV6MP3bM4_`,
    false,
  ],
  'https://www.youtube.com/playlist?list=UUxqPAgubo4coVn9Lx1FuKcg': [
    'playlist',
    `${YOUTUBE}/playlist?list=UUxqPAgubo4coVn9Lx1FuKcg`,
    true,
  ],
  'https://www.youtube.com/playlist?list=PLzMNc_TBkmzei1ejIkbjNUP9J7q0hmepM': [
    'playlist',
    `${YOUTUBE}/playlist?list=PLzMNc_TBkmzei1ejIkbjNUP9J7q0hmepM`,
    false,
  ],
  'https://www.youtube.com/playlist?list=UUMOXuqSBlHAE6Xw-yeJA0Tunw': [
    'playlist',
    `${YOUTUBE}/playlist?list=UUMOXuqSBlHAE6Xw-yeJA0Tunw`,
    true,
  ],
  'http://www.youtube.com/playlist?list=1337': ['playlist', `${YOUTUBE}/playlist?list=1337`, false],
  'http://www.youtube.com/playlist?list=PL46F0A159EC02DF82': [
    'playlist',
    `${YOUTUBE}/playlist?list=PL46F0A159EC02DF82`,
    false,
  ],
  'http://www.youtube.com/embed/videoseries?list=PL46F0A159EC02DF82': [
    'playlist',
    `${YOUTUBE}/playlist?list=PL46F0A159EC02DF82`,
    false,
  ],
  'https://www.youtube.com/channel/UCTwECeGqMZee77BjdoYtI2Q/videos?view=0&sort=p&flow=grid': [
    'channel',
    `${YOUTUBE}/channel/UCTwECeGqMZee77BjdoYtI2Q/videos`,
    true,
  ],
  'http://www.youtube.com/user/NASAgovVideo/videos': ['channel', `${YOUTUBE}/user/NASAgovVideo/videos`, true],
  'https://music.youtube.com/browse/UC1a8OFewdjuLq6KlF8M_8Ng': [
    'channel',
    `${YOUTUBE}/channel/UC1a8OFewdjuLq6KlF8M_8Ng/videos`,
    true,
  ],
  'https://www.youtube.com/channel/UCtFRv9O2AHqOZjjynzrv-xg': [
    'channel',
    `${YOUTUBE}/channel/UCtFRv9O2AHqOZjjynzrv-xg/videos`,
    true,
  ],
  'https://www.youtube.com/@NotJustBikes/shorts': ['channel', `${YOUTUBE}/@NotJustBikes/shorts`, true],
  'https://www.youtube.com/channel/UC2yXPzFejc422buOIzn_0CA': [
    'channel',
    `${YOUTUBE}/channel/UC2yXPzFejc422buOIzn_0CA/videos`,
    true,
  ],
  'https://www.youtube.com/channel/UC7_YxT-KID8kRbqZo7MyscQ': [
    'channel',
    `${YOUTUBE}/channel/UC7_YxT-KID8kRbqZo7MyscQ/videos`,
    true,
  ],
  'https://www.youtube.com/@sbcitygov/streams': ['channel', `${YOUTUBE}/@sbcitygov/streams`, true],
  'https://www.youtube.com/user/ThreeDaysGraceVideos': ['channel', `${YOUTUBE}/user/ThreeDaysGraceVideos/videos`, true],
  'https://www.youtube.com/user/ThreeDaysGraceVideos/videos': [
    'channel',
    `${YOUTUBE}/user/ThreeDaysGraceVideos/videos`,
    true,
  ],
  'https://www.youtube.com/channel/UCzQUP1qoWDoEbmsQxvdjxgQ': [
    'channel',
    `${YOUTUBE}/channel/UCzQUP1qoWDoEbmsQxvdjxgQ/videos`,
    true,
  ],
  'https://www.youtube.com/user/PowerfulJRE': ['channel', `${YOUTUBE}/user/PowerfulJRE/videos`, true],
  'https://www.youtube.com/c/PowerfulJRE': ['channel', `${YOUTUBE}/c/PowerfulJRE/videos`, true],
  'https://www.youtube.com/channel/UCBR8-60-B28hp2BmDPdntcQ': [
    'channel',
    `${YOUTUBE}/channel/UCBR8-60-B28hp2BmDPdntcQ/videos`,
    true,
  ],
  'https://space.bilibili.com/2142762/lists/3662502?type=season': [
    'series',
    `${SPACE}/2142762/lists/3662502?type=season`,
    false,
  ],
  'https://space.bilibili.com/2142762/channel/collectiondetail?sid=57445': [
    'series',
    `${SPACE}/2142762/lists/57445?type=season`,
    false,
  ],
  'https://space.bilibili.com/84912/favlist?fid=1103407912&ftype=create': [
    'playlist',
    'https://www.bilibili.com/medialist/detail/ml1103407912',
    false,
  ],
  'https://www.bilibili.com/medialist/detail/ml1103407912': [
    'playlist',
    'https://www.bilibili.com/medialist/detail/ml1103407912',
    false,
  ],
  'https://space.bilibili.com/1958703906/channel/seriesdetail?sid=547718&ctype=0': [
    'series',
    `${SPACE}/1958703906/lists/547718?type=series`,
    false,
  ],
  'https://space.bilibili.com/313580179/video': ['profile', `${SPACE}/313580179/video`, true],
  'https://space.bilibili.com/3669403/video': ['profile', `${SPACE}/3669403/video`, true],
  'https://www.tiktok.com/@imanoreotwe/collection/count-test-7371330159376370462': [
    'playlist',
    'https://www.tiktok.com/@imanoreotwe/collection/count-test-7371330159376370462',
    false,
  ],
  'https://tiktok.com/@corgibobaa?lang=en': ['profile', 'https://www.tiktok.com/@corgibobaa', true],
  'https://www.tiktok.com/@chillezy': ['profile', 'https://www.tiktok.com/@chillezy', true],
  'https://vimeo.com/album/3253534': ['showcase', 'https://vimeo.com/showcase/3253534', false],
  'https://vimeo.com/showcase/BethelTally-Homegoing-Services': [
    'showcase',
    'https://vimeo.com/showcase/BethelTally-Homegoing-Services',
    false,
  ],
  'https://vimeo.com/groups/meetup': ['group', 'https://vimeo.com/groups/meetup', true],
  'https://vimeo.com/nkistudio/': ['profile', 'https://vimeo.com/nkistudio/videos', true],
}

/** Events are several broadcasts or none yet, so they are refused like lists that can't be read. */
function isList({ kind, platform, url }: Case): boolean {
  return (
    kind === 'list' ||
    kind === 'unsupported' ||
    platform === 'dailymotion' ||
    /\/event\/\d+(?!.*\/videos\/)|\/i\/events\//.test(url)
  )
}

function wanted(found: Case): string {
  const { platform, id, kind, show_id, url } = found
  if (url in LISTS) return `list ${platform}`
  if (isList(found)) return 'unsupported_source'
  if (kind === 'invalid') return 'invalid_url'
  if (kind === 'forbidden') return 'blocked_url'
  if (kind === 'short') return `short ${platform}`
  if (kind === 'resolve') return `page ${platform}`
  if (kind === 'audio') return `link ${url}`
  if (platform === 'podcast') return `apple ${show_id} ${id}`
  return `${platform} ${id}`
}

function refOf(pasted: string): MediaRef {
  const found = recognise(pasted)
  if (found.kind !== 'recording') throw new Error(`${pasted} is a ${found.kind}`)
  return found.ref
}

function problemOf(pasted: string): Problem {
  try {
    recognise(pasted)
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error(`${pasted} is no problem`)
}

describe('links as the extractors themselves are tested with', () => {
  test.each(cases)('$url is $kind of $platform', (found) => {
    expect(outcome(found.url)).toBe(wanted(found))
  })

  test.each(cases.filter(({ kind }) => kind === 'video'))('$url is given links that mean the same', (found) => {
    if (outcome(found.url).includes('_source') || found.platform === 'podcast') return
    const ref = refOf(found.url)
    expect(refOf(ref.openUrl ?? '')).toEqual(ref)
    expect(refOf(ref.url)).toMatchObject({ platform: ref.platform, videoId: ref.videoId, url: ref.url })
    expect(new URL(ref.url).protocol).toBe('https:')
  })
})

describe('a list', () => {
  test.each(Object.entries(LISTS))('%s is read at its canonical address', (pasted, [list, url, isNewestFirst]) => {
    const found = recognise(pasted)
    expect(found).toMatchObject({ kind: 'list', list, url, isNewestFirst })
    expect(recognise(url)).toEqual(found)
  })

  test.each([
    ['https://www.youtube.com/@Some.Body-1', `${YOUTUBE}/@Some.Body-1/videos`],
    ['youtube.com/@büro?si=x', `${YOUTUBE}/@b%C3%BCro/videos`],
    ['https://m.youtube.com/@nasa/featured', `${YOUTUBE}/@nasa/videos`],
    ['https://www.youtube.com/watch?list=PL46F0A159EC02DF82', `${YOUTUBE}/playlist?list=PL46F0A159EC02DF82`],
    ['https://www.youtube.com/podcast/PL46F0A159EC02DF82', `${YOUTUBE}/playlist?list=PL46F0A159EC02DF82`],
    ['https://music.youtube.com/browse/VLPL46F0A159EC02DF82', `${YOUTUBE}/playlist?list=PL46F0A159EC02DF82`],
    [
      'https://music.youtube.com/playlist?list=RDCLAK5uy_k5n4srrEB1wgvIjPNTXS9G1ufE9WQxhnA',
      `${YOUTUBE}/playlist?list=RDCLAK5uy_k5n4srrEB1wgvIjPNTXS9G1ufE9WQxhnA`,
    ],
    ['https://space.bilibili.com/3669403', `${SPACE}/3669403/video`],
    ['https://space.bilibili.com/3669403/lists/7', `${SPACE}/3669403/lists/7?type=season`],
    ['https://www.bilibili.com/bangumi/play/ss12548', 'https://www.bilibili.com/bangumi/play/ss12548'],
    ['https://vimeo.com/channels/staffpicks', 'https://vimeo.com/channels/staffpicks'],
    ['https://vimeo.com/user755559', 'https://vimeo.com/user755559/videos'],
  ])('%s is read at %s', (pasted, url) => {
    expect(recognise(pasted)).toMatchObject({ kind: 'list', url })
  })

  test.each([
    ['a mix, which is another one for everybody', 'https://www.youtube.com/playlist?list=RDdQw4w9WgXcQ'],
    ['what the viewer wants to watch later', 'https://www.youtube.com/playlist?list=WL'],
    ['the playlists of a channel', 'https://www.youtube.com/@nasa/playlists'],
    ['a page of the site itself', 'https://vimeo.com/features'],
    ['somebody’s likes', 'https://vimeo.com/stormlapse/likes'],
    ['a profile of X, which yt-dlp does not list', 'https://x.com/nasa'],
  ])('is not %s', (_name, pasted) => {
    expect(outcome(pasted)).toBe('unsupported_source')
  })

  test('is refused where one recording is wanted, with what can be done instead', () => {
    const refusals = ['https://www.youtube.com/@nasa', 'https://vimeo.com/showcase/3253534'].map((pasted) => {
      const found = recognise(pasted)
      return found.kind === 'list' ? notOneOfList(found) : null
    })
    expect(refusals).toMatchObject([
      {
        code: 'unsupported_source',
        message: 'This is a channel. Paste the link of one video, or import the whole list.',
        context: { field: 'url', importable: 'list' },
      },
      { message: 'This is a showcase. Paste the link of one video, or import the whole list.' },
    ])
  })
})

describe('a recording', () => {
  test.each([
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&t=4', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://twitter.com/jack/status/20?s=20', 'https://x.com/i/status/20'],
    ['https://m.tiktok.com/v/7047596209028074758.html', 'https://www.tiktok.com/@_/video/7047596209028074758'],
    [
      'https://www.tiktok.com/@a.b/video/7047596209028074758?lang=en',
      'https://www.tiktok.com/@a.b/video/7047596209028074758',
    ],
    ['https://web.facebook.com/cnn/videos/10155529876156509/', 'https://www.facebook.com/watch/?v=10155529876156509'],
    ['https://m.facebook.com/reel/1195289147628387', 'https://www.facebook.com/reel/1195289147628387'],
    ['https://m.facebook.com/groups/a/permalink/123456/', 'https://www.facebook.com/groups/a/posts/123456'],
    ['https://www.instagram.com/nasa/reel/CrVt-Wvs74O/?igsh=x', 'https://www.instagram.com/p/CrVt-Wvs74O/'],
    ['https://m.bilibili.com/video/BV1bK411W797?p=1', 'https://www.bilibili.com/video/BV1bK411W797'],
    ['https://m.bilibili.com/video/BV1bK411W797?p=3', 'https://www.bilibili.com/video/BV1bK411W797?p=3'],
    ['https://vimeo.com/channels/staffpicks/143603739', 'https://vimeo.com/143603739'],
  ])('%s is shown as %s', (pasted, url) => {
    expect(refOf(pasted)).toMatchObject({ url, ownerId: null, title: null })
  })

  test('of Vimeo that is unlisted is known by its hash, which stands in the opened link only', () => {
    const key = createHash('sha256').update('f14d06da38').digest('base64url').slice(0, 22)
    for (const pasted of [
      'https://vimeo.com/903115595/f14d06da38',
      'https://player.vimeo.com/video/903115595?h=f14d06da38&x=1',
    ]) {
      expect(refOf(pasted)).toEqual({
        platform: 'vimeo',
        videoId: '903115595',
        accessKey: key,
        url: 'https://vimeo.com/903115595',
        openUrl: 'https://player.vimeo.com/video/903115595?h=f14d06da38',
        ownerId: null,
        title: null,
      })
    }
    expect(refOf('https://vimeo.com/903115595').accessKey).toBe('')
    expect(refOf('https://vimeo.com/user1/review/903115595/f14d06da38').openUrl).toBe(
      'https://vimeo.com/user1/review/903115595/f14d06da38',
    )
  })

  test('of rednote keeps the token of the share for opening alone', () => {
    const ref = refOf(
      'https://www.xiaohongshu.com/discovery/item/6789065911100000210035fc?a=1&xsec_token=CB_x-y=&xsec_source=app_share',
    )
    expect(ref.url).toBe('https://www.xiaohongshu.com/explore/6789065911100000210035fc')
    expect(ref.openUrl).toBe(
      'https://www.xiaohongshu.com/discovery/item/6789065911100000210035fc?xsec_token=CB_x-y%3D&xsec_source=app_share',
    )
    expect(ref.accessKey).toBe('')
  })

  test('that is a part of a video is not mixed up with the whole, nor with another part', () => {
    const parts = [1, 2, 3].map((part) => refOf(`https://www.bilibili.com/video/BV1bK411W797?p=${part}`))
    expect(parts[0]).toEqual(refOf('https://www.bilibili.com/video/BV1bK411W797'))
    expect(new Set(parts.map(({ videoId }) => videoId)).size).toBe(1)
    expect(new Set(parts.map(({ accessKey }) => accessKey)).size).toBe(3)
  })

  test('that is the second video of a post is not mixed up with the first', () => {
    const [first, second] = [1, 2].map((number) => refOf(`https://x.com/a/status/1600649710662213632/video/${number}`))
    expect(first).toEqual(refOf('https://x.com/a/status/1600649710662213632'))
    expect(second).toMatchObject({
      videoId: first?.videoId,
      openUrl: 'https://x.com/i/status/1600649710662213632/video/2',
    })
    expect(second?.accessKey).not.toBe(first?.accessKey)
  })
})

describe('a link that is no recording gets a specific error', () => {
  test.each([
    ['https://www.youtube.com/playlist?list=LL', 'This is a playlist. Paste the link of one video.'],
    [
      'https://www.youtube.com/channel/UCzQUP1qoWDoEbmsQxvdjxgQ/live',
      'This is a channel. Paste the link of one video.',
    ],
    ['https://www.tiktok.com/@chillezy/posts', 'This is a profile. Paste the link of one video.'],
    [
      'https://space.bilibili.com/3669403/dynamic',
      "This is a profile or one of a profile's lists. Paste the link of one video.",
    ],
    ['https://www.facebook.com/photo/?fbid=221820450302279', 'This is a photo. Paste the link of one video.'],
    ['https://vimeo.com/showcase/3253534/video/x', 'This is a showcase. Paste the link of one video.'],
    [
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      "This is music. Paste the show's RSS feed, or upload the file.",
    ],
    [
      'https://www.twitch.tv/videos/1',
      "Verbatim doesn't read Twitch. Paste a link of a supported site, or upload the file.",
    ],
    ['https://youtu.be/dQw4w9', 'This YouTube link is incomplete: it names no video. Copy the full link.'],
    ['https://x.com/a/status/', 'This X link is incomplete: it names no post. Copy the full link.'],
  ])('%s: %s', (pasted, detail) => {
    expect(problemOf(pasted)).toMatchObject({ message: detail, context: { field: 'url' } })
  })

  test('and what is read comes with it', () => {
    expect(problemOf('https://www.tiktok.com/@chillezy/posts').context.supported).toContain(
      'podcast episodes and feeds',
    )
  })
})
