import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { toTranscriptSegments } from '@/lib/captions/layout/segments'
import { parseCaptionsAsync } from '@/lib/captions/parse'
import type { SourceMedia } from '@/lib/sources/extractors/extractor'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, pageAnswer, type YoutubeScenario, youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { youtubeExtractors } from './extractors'
import { callYoutube } from './requests/call-youtube'

const { route, play } = youtubeOrigin()
const origin = await startOrigin([
  route,
  ({ host }) => (host === 'www.google.com' ? pageAnswer('Our systems have detected unusual traffic') : undefined),
])
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => {
  origin.requests.length = 0
})

const REVIEW = 'GJLlxj_dtq8'
const [visionos, android] = youtubeExtractors()

const ref = (videoId: string): MediaRef => ({
  platform: 'youtube',
  videoId,
  accessKey: '',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  openUrl: null,
  ownerId: null,
  title: null,
})

const probe = async (videoId = REVIEW, signal = new AbortController().signal): Promise<SourceMedia> => {
  if (visionos === undefined) throw new Error('There is no extractor.')
  return visionos.probe(ref(videoId), signal)
}

const playing = (player: YoutubeScenario['player']) => play(player ? { player } : {})
const recorded = (name: string) => () => jsonAnswer(youtubeRecording(`${name}.innertube.json`))

/** A playable answer with these caption tracks. */
const withTracks = (...captionTracks: unknown[]) => ({
  playabilityStatus: { status: 'OK' },
  videoDetails: { videoId: REVIEW, title: 'Talk', lengthSeconds: '60' },
  captions: { playerCaptionsTracklistRenderer: { captionTracks } },
})

test('YouTube is asked as each of its clients, then by its page', () => {
  expect(youtubeExtractors().map(({ name }) => name)).toEqual([
    'youtube VISIONOS',
    'youtube ANDROID',
    'youtube IOS',
    'ytdl-core',
  ])
})

describe('a recorded answer', () => {
  test('a video with captions gives its facts and tracks in one request', async () => {
    playing(recorded('yta-ok'))
    const media = await probe()
    expect(origin.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://www.youtube.com/youtubei/v1/player?prettyPrint=false&alt=json',
    ])
    expect(media).toMatchObject({
      title: 'Surface Go Review - It’s Awesome',
      author: 'Dave2D',
      thumbnailUrl: 'https://i.ytimg.com/vi/GJLlxj_dtq8/sddefault.jpg',
      durationMs: 316_000,
      kind: 'video',
      spokenLang: 'en',
      audio: { kind: 'yt-dlp' },
    })
    expect(
      media.tracks.map(({ lang, source, original, isDefault }) => ({ lang, source, original, isDefault })),
    ).toEqual(
      [
        { lang: 'zh', source: 'captions' },
        { lang: 'cs', source: 'captions' },
        { lang: 'en', source: 'captions', isDefault: true },
        { lang: 'en', source: 'auto_captions', original: true },
        { lang: 'de', source: 'captions' },
        { lang: 'hi', source: 'captions' },
        { lang: 'ja', source: 'captions' },
        { lang: 'ko', source: 'captions' },
        { lang: 'es', source: 'captions' },
      ].map((track) => ({ original: undefined, isDefault: undefined, ...track })),
    )
    expect(media.tracks.map(({ name }) => name)).toContain('English (auto-generated)')
    for (const { body } of media.tracks) {
      const query = body.kind === 'url' ? new URL(body.url).searchParams : new URLSearchParams()
      expect([query.getAll('fmt'), query.has('tlang'), query.get('v')]).toEqual([['json3'], false, REVIEW])
    }
  })

  test('with one track that requires a token still has the others', async () => {
    playing(recorded('yta-po_token_required'))
    expect((await probe()).tracks).toHaveLength(9)
  })

  test('without captions has none', async () => {
    playing(recorded('yta-transcripts_disabled'))
    expect(await probe('dsMFmonKDD4')).toMatchObject({ tracks: [], spokenLang: null, durationMs: 288_000 })
  })

  test('for a stream that has ended is an ordinary video', async () => {
    playing(recorded('yta-transcripts_disabled2'))
    expect(await probe('Fjg5lYqvzUs')).toMatchObject({ tracks: [], durationMs: 23_169_000 })
  })

  test.each([
    ['yta-age_restricted', 'Njp5uhTorCo', 'source_age_restricted', {}],
    ['yta-request_blocked', REVIEW, 'upstream_blocked', { reason: 'bot' }],
    ['yta-unplayable', REVIEW, 'upstream_changed', {}],
    ['yta-video_unavailable', REVIEW, 'source_not_found', {}],
    ['yta-ww1_nl_en', REVIEW, 'upstream_blocked', { reason: 'other_video' }],
  ])('%s is refused', async (name, videoId, code, context) => {
    playing(recorded(name))
    await expect(probe(videoId)).rejects.toMatchObject({ code, context })
  })

  test.each([
    ['ytdlcore-private', 'source_private'],
    ['ytdlcore-non-existent', 'source_not_found'],
  ])('%s is refused', async (name, code) => {
    const { playerResponse } = Object.assign({}, ...[JSON.parse(youtubeRecording(`${name}.watch.json`))].flat())
    playing(() => jsonAnswer(playerResponse))
    await expect(probe()).rejects.toMatchObject({ code })
  })
})

describe('the request', () => {
  test('says which client asks, in English, and nothing of the service', async () => {
    let asked: unknown
    playing((_, question) => {
      asked = question
      return jsonAnswer(youtubeRecording('yta-ok.innertube.json'))
    })
    await android?.probe(ref(REVIEW), new AbortController().signal)
    expect(asked).toMatchObject({
      videoId: REVIEW,
      context: { client: { clientName: 'ANDROID', clientVersion: '21.26.364', androidSdkVersion: 30, hl: 'en' } },
    })
    expect(origin.requests.at(0)?.headers).toMatchObject({
      'user-agent': 'com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip',
      'x-youtube-client-name': '3',
      'x-youtube-client-version': '21.26.364',
      'accept-language': 'en',
    })
    expect(JSON.stringify(asked)).not.toContain('Windows')
  })

  test('is one for each call, the session being made without any', async () => {
    playing(recorded('yta-ok'))
    await Promise.all([probe(), probe(), probe()])
    expect(origin.requests).toHaveLength(3)
  })

  test('is not made for what can be no id', async () => {
    for (const videoId of ['short', `${REVIEW}0`, ' JLlxj_dtq8', '../../../etc', 'a&b=cdefghi'])
      await expect(probe(videoId)).rejects.toMatchObject({ code: 'source_not_found' })
    expect(origin.requests).toEqual([])
  })

  test('ends with the reason of its abort', async () => {
    const controller = new AbortController()
    const enough = new Error('enough')
    play({
      player: () => {
        controller.abort(enough)
        return {
          body: (async function* () {
            yield await new Promise<string>(() => undefined)
          })(),
        }
      },
    })
    await expect(probe(REVIEW, controller.signal)).rejects.toBe(enough)
  })
})

describe('a block', () => {
  test('by status says when to come back', async () => {
    playing(() => ({
      ...pageAnswer(youtubeRecording('yta-youtube_too_many_requests.html'), 429),
      headers: { 'retry-after': '90' },
    }))
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_blocked', retryAfterSeconds: 90 })
  })

  test.each([
    ['a page in the place of JSON', pageAnswer(youtubeRecording('yta-youtube_too_many_requests.html'))],
    ['a 403', { status: 403 }],
    [
      'a detour to the page against robots',
      { status: 302, headers: { location: 'https://www.google.com/sorry/index' } },
    ],
  ])('is %s', async (_, answer) => {
    playing(() => answer)
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_blocked' })
  })

  test('is that every caption track wants a token', async () => {
    const track = (exp: string) => ({
      baseUrl: `https://www.youtube.com/api/timedtext?v=x&exp=${exp}&lang=en`,
      languageCode: 'en',
    })
    playing(() => jsonAnswer(withTracks(track('xpe'), track('xpv'))))
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_blocked', context: { reason: 'token' } })
  })
})

describe("an answer that can't be read", () => {
  test.each([
    ['404', { status: 404 }],
    ['400', { ...jsonAnswer({ error: { code: 400, status: 'FAILED_PRECONDITION' } }), status: 400 }],
    ['an error with status 200', jsonAnswer({ error: { code: 500 } })],
    ['nothing', jsonAnswer('')],
    ['null', jsonAnswer('null')],
    ['a list', jsonAnswer('[]')],
    ['half of one', jsonAnswer(youtubeRecording('yta-ok.innertube.json').slice(0, 100_000))],
    ['ten megabytes', jsonAnswer(`{"playabilityStatus":{"status":"OK"},"x":"${'x'.repeat(10_000_000)}"}`)],
    ['a hundred thousand brackets', jsonAnswer(`{"playabilityStatus":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    ['another shape', jsonAnswer({ player: { status: 'OK' } })],
    ['a status that is a number', jsonAnswer({ playabilityStatus: { status: 1 } })],
    ['no video', jsonAnswer({ playabilityStatus: { status: 'OK' } })],
    [
      'tracks that are a text',
      jsonAnswer({ ...withTracks(), captions: { playerCaptionsTracklistRenderer: { captionTracks: 'en' } } }),
    ],
    ['tracks none of which can be used', jsonAnswer(withTracks(null, { baseUrl: 7 }))],
    ['a detour into a private network', { status: 307, headers: { location: 'http://169.254.169.254/latest' } }],
  ])('is a change of YouTube’s: %s', async (_, answer) => {
    playing(() => answer)
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_changed' })
  })

  test('is slow when the connection breaks', async () => {
    playing(() => ({
      body: (async function* () {
        yield '{'
        throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      })(),
    }))
    await expect(probe()).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('is no reason to lose the rest where it only adorns', async () => {
    playing(() =>
      jsonAnswer({
        ...withTracks({ baseUrl: '/api/timedtext?v=x&lang=iw', languageCode: 'iw', name: 7 }),
        videoDetails: {
          videoId: REVIEW,
          title: 'a\u0000\u0007b\ud800',
          author: { name: 'x' },
          lengthSeconds: '1e400',
          thumbnail: {
            thumbnails: [{ url: 'http://169.254.169.254/a.jpg', width: 9000 }, { url: 'javascript:alert(1)' }],
          },
        },
        microformat: { playerMicroformatRenderer: { publishDate: 'yesterday' } },
      }),
    )
    expect(await probe()).toMatchObject({
      title: 'ab\ufffd',
      author: null,
      durationMs: null,
      thumbnailUrl: null,
      publishedAt: null,
      tracks: [{ lang: 'he', name: null }],
    })
  })
})

describe('the captions behind a track', () => {
  const cuesOf = async (answer: string) => {
    play({ player: recorded('yta-ok'), captions: () => ({ body: answer }) })
    const { tracks } = await probe()
    const track = tracks.find(({ source }) => source === 'auto_captions')
    if (track?.body.kind !== 'url') throw new Error('There is no automatic track.')
    const { body } = await callYoutube(track.body.url, { headers: track.body.headers ?? {} })
    expect(origin.requests.at(-1)?.url).toContain('fmt=json3')
    return toTranscriptSegments((await parseCaptionsAsync(body))?.cues ?? [])
  }

  test('are read as YouTube recorded them', async () => {
    const srv1 = readFileSync('test/fixtures/youtube/yta-transcript.srv1.xml', 'utf8')
    expect((await cuesOf(srv1)).map(({ text }) => text)).toEqual([
      'Hey, this is just a test',
      'this is not the original transcript',
      'just something shorter, I made up for testing',
    ])
  })

  test('have every spoken word once where they roll', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const lines = Array.from({ length: 12 }, (_, index) => words.slice(index * 5, index * 5 + 5))
    const events = lines.flatMap((line, index) => [
      {
        tStartMs: index * 2000,
        dDurationMs: 4000,
        wWinId: 1,
        segs: line.map((word, place) => ({
          utf8: place === 0 ? word : ` ${word}`,
          tOffsetMs: place * 350,
          acAsrConf: 0,
        })),
      },
      { tStartMs: index * 2000 + 1990, dDurationMs: 2010, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
    ])
    const opening = { tStartMs: 0, dDurationMs: 24_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 }
    const segments = await cuesOf(JSON.stringify({ wireMagic: 'pb3', events: [opening, ...events] }))
    expect(segments.flatMap(({ text }) => text.split(' '))).toEqual(words)
  })
})
