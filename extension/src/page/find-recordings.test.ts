import { describe, expect, test } from 'vitest'
import { chooseTrack } from './choose-track'
import { findRecordings } from './find-recordings'
import { type PageFacts, parseCaptions, parseFacts } from './page-facts'
import { isPlatformLink, isYoutube } from './platform-link'
import { parsePlaybackRequest, parsePosition } from './playback-message'
import { isWebVtt, toWebVtt } from './to-webvtt'

const PAGE: PageFacts = { url: 'https://blog.example/post#top', title: 'A post', players: [], frames: [], files: [] }
const player = (index: number, src: string, area = 100) => ({ index, src, area, hasCaptions: false })
const links = (facts: Partial<PageFacts>) => findRecordings({ ...PAGE, ...facts }).map(({ link }) => link)

describe('links of platforms', () => {
  test.each([
    'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    'https://m.youtube.com/watch?list=PL1&v=jNQXAC9IVRw',
    'https://www.youtube.com/shorts/jNQXAC9IVRw',
    'https://youtu.be/jNQXAC9IVRw?t=3',
    'https://www.youtube-nocookie.com/embed/jNQXAC9IVRw',
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871',
    'https://www.bilibili.com/video/BV1xx411c7mD',
    'https://www.tiktok.com/@someone/video/7123456789012345678',
    'https://podcasts.apple.com/us/podcast/show/id123?i=1000',
  ])('%s is one with or without a player', (url) => {
    expect([isPlatformLink(url, true), isPlatformLink(url, false)]).toEqual([true, true])
  })

  test.each([
    'https://x.com/someone/status/123',
    'https://www.instagram.com/reel/abc_1/',
    'https://www.facebook.com/someone/videos/123',
  ])('%s is one only with a player', (url) => {
    expect([isPlatformLink(url, true), isPlatformLink(url, false)]).toEqual([true, false])
  })

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@channel/videos',
    'https://www.youtube.com/playlist?list=PL1',
    'https://youtube.com.evil.example/watch?v=jNQXAC9IVRw',
    'https://vimeo.com/about',
    'chrome://settings',
    'nonsense',
    'https://web.archive.org/web/2020/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://news.example/share?u=www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://news.example/x.com/ada/status/1',
  ])('%s is none', (url) => expect(isPlatformLink(url, true)).toBe(false))

  test('only pages of YouTube itself have its player', () => {
    expect(isYoutube('https://www.youtube.com/watch?v=jNQXAC9IVRw')).toBe(true)
    expect(isYoutube('https://youtube.com.evil.example/watch?v=jNQXAC9IVRw')).toBe(false)
    expect(isYoutube('https://www.youtube.com/feed/trending')).toBe(false)
  })
})

describe('the recordings of a page', () => {
  test('are the page itself on a platform, played by its largest player', () => {
    const url = 'https://www.youtube.com/watch?v=jNQXAC9IVRw#x'
    const players = [player(0, 'https://ads.example/a.mp4', 10), player(1, 'blob:x', 500)]
    expect(findRecordings({ ...PAGE, url, title: '(3) Me at the zoo - YouTube', players })).toEqual([
      { link: 'https://www.youtube.com/watch?v=jNQXAC9IVRw', name: 'Me at the zoo', player: 1 },
    ])
  })

  test('are elsewhere what is played, the largest first, then frames and files, each once', () => {
    const players = [player(0, 'https://blog.example/small.mp3', 1), player(1, 'https://blog.example/large.mp4', 9)]
    const frames = ['https://www.youtube.com/embed/jNQXAC9IVRw', 'https://ads.example/frame']
    const files = ['https://blog.example/small.mp3', 'https://blog.example/an%20episode.mp3', 'mailto:x']
    const found = findRecordings({ ...PAGE, players, frames, files })
    expect(found.map(({ link, player: index }) => [link, index])).toEqual([
      ['https://blog.example/large.mp4', 1],
      ['https://blog.example/small.mp3', 0],
      ['https://www.youtube.com/embed/jNQXAC9IVRw', null],
      ['https://blog.example/an%20episode.mp3', null],
    ])
    expect(found.map(({ name }) => name)).toEqual(['large.mp4', 'small.mp3', 'A post', 'an episode.mp3'])
  })

  test('are the page where scripts feed its player, without its fragment', () => {
    expect(links({ players: [player(0, 'blob:https://blog.example/1')] })).toEqual(['https://blog.example/post'])
  })

  test('have the title of the page if there is one player', () => {
    const [only] = findRecordings({ ...PAGE, players: [player(3, 'https://blog.example/a.mp4#t=4')] })
    expect(only).toEqual({ link: 'https://blog.example/a.mp4', name: 'A post', player: 3 })
  })

  test('are none where nothing is played or linked', () => {
    expect(links({})).toEqual([])
    expect(links({ players: [player(0, '')], url: 'file:///home/a.html' })).toEqual([])
    expect(links({ players: [player(0, 'file:///home/a.mp4')], files: ['javascript:alert(1)'] })).toEqual([])
  })
})

test('a page’s metadata is read only in its documented shape', () => {
  expect(parseFacts({ ...PAGE, players: [player(0, 'x'), { index: 'no' }], frames: ['a', 1] })).toEqual({
    ...PAGE,
    players: [player(0, 'x')],
    frames: ['a'],
  })
  expect(parseFacts({ ...PAGE, url: 1 })).toBeNull()
  expect(parseFacts(null)).toBeNull()
  expect(parseCaptions({ text: 'WEBVTT', extension: 'vtt' })).toEqual({ text: 'WEBVTT', extension: 'vtt' })
  expect(parseCaptions({ text: ' ', extension: 'vtt' })).toBeNull()
  expect(parseCaptions({ text: 'x', extension: 'exe' })).toBeNull()
  expect(parsePlaybackRequest({ seekSeconds: 4 })).toEqual({ seekSeconds: 4 })
  expect(parsePlaybackRequest({ player: '0' })).toBeNull()
  expect(parsePosition({ seconds: 1.5 })).toBe(1.5)
  expect(parsePosition('x')).toBeNull()
})

test('the track that is shown is taken, then the default, then captions, then the first', () => {
  const track = (changes: object) => ({ kind: 'subtitles', isShowing: false, isDefault: false, ...changes })
  const [plain, shown] = [track({}), track({ isShowing: true })]
  const [byDefault, captions] = [track({ isDefault: true }), track({ kind: 'captions' })]
  expect(chooseTrack([plain, captions, byDefault, shown])).toBe(3)
  expect(chooseTrack([plain, captions, byDefault])).toBe(2)
  expect(chooseTrack([plain, captions])).toBe(1)
  expect(chooseTrack([plain])).toBe(0)
  expect(chooseTrack([])).toBeNull()
})

test('cues are written as WebVTT that no text can break', () => {
  const cues = [
    { startSeconds: 0, endSeconds: 1.5, text: 'One\r\n\r\nline --> two' },
    { startSeconds: 3661.0004, endSeconds: 3662.25, text: ' An hour later ' },
    { startSeconds: 5, endSeconds: Number.POSITIVE_INFINITY, text: 'Endless' },
    { startSeconds: 5, endSeconds: 6, text: ' ' },
  ]
  expect(toWebVtt(cues)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne\nline → two\n\n01:01:01.000 --> 01:01:02.250\nAn hour later\n',
  )
})

test('a page sent in place of a WebVTT file is not taken as WebVTT', () => {
  const files = ['WEBVTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nOne', '\uFEFFWEBVTT - A talk\r\n', 'WEBVTT\tA talk']
  expect(files.map(isWebVtt)).toEqual([true, true, true, true])
  const others = [
    '',
    '<!doctype html><title>Sign in</title>',
    'WEBVTTs',
    '\nWEBVTT',
    '1\n00:00:00,000 --> 00:00:01,000',
  ]
  expect(others.map(isWebVtt)).toEqual([false, false, false, false, false])
})
