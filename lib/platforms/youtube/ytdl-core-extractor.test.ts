import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { pageAnswer, youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { needsToken } from './response/caption-url'
import { ytdlCoreExtractor } from './ytdl-core-extractor'

const { route, play } = youtubeOrigin()
const CONSENT_PAGE = youtubeRecording('yta-youtube_consent_page.html')
const origin = await startOrigin([
  route,
  ({ host }) => (host === 'consent.youtube.com' ? pageAnswer(CONSENT_PAGE) : undefined),
])
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => {
  origin.requests.length = 0
})

const REVIEW = 'GJLlxj_dtq8'
const REVIEW_PAGE = youtubeRecording('yta-youtube.html')

const probe = (videoId = REVIEW) =>
  ytdlCoreExtractor.probe(
    {
      platform: 'youtube',
      videoId,
      accessKey: '',
      url: `https://www.youtube.com/watch?v=${videoId}`,
      openUrl: null,
      ownerId: null,
      title: null,
    },
    new AbortController().signal,
  )

const page = (html: string) => play({ watch: () => pageAnswer(html) })

/** Shows the consent page, or sends there, until the cookie holds the older consent. */
const asking = (consent: OriginAnswer) =>
  play({
    watch: ({ headers }: OriginRequest) => (headers.cookie?.includes('CONSENT=') ? pageAnswer(REVIEW_PAGE) : consent),
  })

describe('a watch page', () => {
  test('gives the video, its date and its captions in one request', async () => {
    page(REVIEW_PAGE)
    const media = await probe()
    expect(media).toMatchObject({
      title: 'Surface Go Review - It’s Awesome',
      author: 'Dave2D',
      publishedAt: new Date('2018-08-02T13:00:08Z'),
      durationMs: 316_000,
      spokenLang: 'en',
    })
    expect(media.tracks.map(({ name }) => name)).toContain('English (auto-generated)')
    expect(media.tracks.every(({ body }) => body.kind === 'url' && needsToken(body.url))).toBe(true)
    expect(origin.requests).toHaveLength(1)
    expect(origin.requests[0]?.url).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=GJLlxj_dtq8&hl=en/)
    expect(origin.requests[0]?.headers.cookie).toBe('SOCS=CAI')
  })

  test.each([
    ['of a live stream', 'ytdlcore-live-with-cc.watch.html', '21X5lGlDOfg', 'source_live'],
    ['of a film for rent', 'ytdlcore-rental.watch.html', 'SyKPsFRP_Oc', 'source_login_required'],
    ['of another video', 'yta-youtube.html', 'dQw4w9WgXcQ', 'upstream_blocked'],
    ['against robots', 'yta-youtube_too_many_requests.html', REVIEW, 'upstream_blocked'],
  ])('%s is refused', async (_, name, videoId, code) => {
    page(youtubeRecording(name))
    await expect(probe(videoId)).rejects.toMatchObject({ code })
  })

  test.each([
    ['without an answer of the player', '<!doctype html><title>YouTube</title>'],
    ['with an answer that has no end', `<script>var ytInitialPlayerResponse = {${'"a":['.repeat(100_000)}</script>`],
    ['with an answer that is code', '<script>var ytInitialPlayerResponse = {a: process.exit()};</script>'],
    ['with an answer in no script', 'ytInitialPlayerResponse = {"playabilityStatus":{}}'],
    ['of spaces', `ytInitialPlayerResponse${' '.repeat(5_000_000)}`],
    ['of beginnings', 'ytInitialPlayerResponse = '.repeat(200_000)],
  ])('%s is a change of YouTube’s', async (_, html) => {
    page(html)
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_changed' })
  })

  test('with too many requests before it is a block', async () => {
    play({ watch: () => pageAnswer(youtubeRecording('yta-youtube_too_many_requests.html'), 429) })
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_blocked' })
  })
})

describe('the consent page', () => {
  test.each([
    ['shown', pageAnswer(CONSENT_PAGE)],
    ['sent to', { status: 302, headers: { location: 'https://consent.youtube.com/m?continue=x' } }],
  ])('is answered once when it is %s', async (_, consent) => {
    asking(consent)
    expect(await probe()).toMatchObject({ title: 'Surface Go Review - It’s Awesome' })
    expect(origin.requests.filter(({ url }) => url.includes('/watch')).map(({ headers }) => headers.cookie)).toEqual([
      'SOCS=CAI',
      'SOCS=CAI; CONSENT=YES+cb.20210328-17-p0.de+FX+119',
    ])
  })

  test('is answered without a version where it names none', async () => {
    asking(pageAnswer(youtubeRecording('yta-youtube_consent_page_invalid.html')))
    await probe()
    expect(origin.requests.at(-1)?.headers.cookie).toBe('SOCS=CAI; CONSENT=YES+cb')
  })

  test("can't add headers to the request", async () => {
    asking(pageAnswer('action="https://consent.youtube.com/s" name="v" value="x\r\nhost: evil.example"'))
    await probe()
    expect(origin.requests.at(-1)?.headers.cookie).toBe('SOCS=CAI; CONSENT=YES+cb')
  })

  test('that comes again is a block', async () => {
    page(CONSENT_PAGE)
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_blocked', context: { reason: 'consent' } })
    expect(origin.requests).toHaveLength(2)
  })
})
