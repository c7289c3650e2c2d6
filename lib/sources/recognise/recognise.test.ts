import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media-ref'
import { Problem } from '@/lib/platform/problem'
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

/** Events are several broadcasts or none yet, so they are refused like lists. */
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
    ['https://www.youtube.com/playlist?list=PL46F0A159EC02DF82', 'This is a playlist. Paste the link of one video.'],
    ['https://www.youtube.com/watch?list=PL46F0A159EC02DF82', 'This is a playlist. Paste the link of one video.'],
    ['https://www.youtube.com/channel/UCzQUP1qoWDoEbmsQxvdjxgQ', 'This is a channel. Paste the link of one video.'],
    ['https://www.tiktok.com/@chillezy', 'This is a profile. Paste the link of one video.'],
    [
      'https://space.bilibili.com/3669403',
      "This is a profile or one of a profile's lists. Paste the link of one video.",
    ],
    ['https://www.facebook.com/photo/?fbid=221820450302279', 'This is a photo. Paste the link of one video.'],
    ['https://vimeo.com/showcase/3253534', 'This is a showcase. Paste the link of one video.'],
    [
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      "This is music. Paste the show's RSS feed, or upload the file.",
    ],
    [
      'https://www.twitch.tv/videos/1',
      "Verbatim doesn't read Twitch. Paste a link of a site it reads, or upload the file.",
    ],
    ['https://youtu.be/dQw4w9', 'This YouTube link does not say which video it means. Copy it whole.'],
    ['https://x.com/a/status/', 'This X link does not say which post it means. Copy it whole.'],
  ])('%s: %s', (pasted, detail) => {
    expect(problemOf(pasted)).toMatchObject({ message: detail, context: { field: 'url' } })
  })

  test('and what is read comes with it', () => {
    expect(problemOf('https://www.tiktok.com/@chillezy').context.supported).toContain('podcast episodes and feeds')
  })
})
