import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { INLINE_CAPTION_BYTES } from '@/lib/archive/texts/text-limits'
import type { Transcript } from '@/lib/captions/transcript'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { workDir } from '@/lib/core/storage/work-dir'
import type { TranscriptionList } from '@/lib/library/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, type YoutubeScenario, youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { newUser, useService } from '@/test/service'

const REVIEW = 'GJLlxj_dtq8'
const REVIEW_LINK = `https://www.youtube.com/watch?v=${REVIEW}`
const SRV1 = await readFile('test/fixtures/youtube/yta-transcript.srv1.xml')

const { route, play } = youtubeOrigin()
const origin = await startOrigin([route])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

const reader = await newUser()
const ask = (body: Record<string, unknown>, key = reader.apiKey) =>
  service.call('POST', '/v1/transcript', { key, body })
const languages = (url: string) => service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`)
const recorded = (name: string) => jsonAnswer(youtubeRecording(`${name}.innertube.json`))
const captions = () => ({ headers: { 'content-type': 'text/xml' }, body: SRV1 })

/** The recorded review under another video id: each test needs a video that no other test has requested. */
function reviewOf(videoId: string): NonNullable<YoutubeScenario['player']> {
  return () => jsonAnswer(youtubeRecording('yta-ok.innertube.json').replaceAll(REVIEW, videoId))
}

const refused = (status: string, reason: string) => () => jsonAnswer({ playabilityStatus: { status, reason } })
const asked = (path: string) => origin.requests.filter(({ url }) => new URL(url).pathname === path).length

beforeEach(() => {
  origin.requests.length = 0
  clearSingleton('breakers')
})

test('captions of a short link with a share parameter are returned immediately, after two requests', async () => {
  play({ player: () => recorded('yta-ok'), captions })
  const answer = await ask({ url: `youtu.be/${REVIEW}?si=abc&t=10` })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    platform: 'youtube',
    video_id: REVIEW,
    url: REVIEW_LINK,
    source: 'captions',
    title: 'Surface Go Review - It’s Awesome',
    duration_seconds: 316,
    total_seconds: 316,
    lang: 'en',
    available_langs: ['zh', 'cs', 'en', 'de', 'hi', 'ja', 'ko', 'es'],
    cached: false,
    warnings: [],
  })
  expect((answer.body as Transcript).segments?.length).toBeGreaterThan(1)
  expect([asked('/youtubei/v1/player'), asked('/api/timedtext'), origin.requests.length]).toEqual([1, 1, 2])
})

test('asked again, by someone else and by another spelling, it is there without asking YouTube', async () => {
  play({})
  const other = await newUser()
  const answer = await ask({ url: `https://m.youtube.com/watch?v=${REVIEW}&list=PL1`, format: 'srt' }, other.apiKey)
  expect([answer.status, answer.body]).toMatchObject([200, { cached: true, format: 'srt', video_id: REVIEW }])
  expect(origin.requests).toHaveLength(0)
})

test('in a markdown document every paragraph leads to its moment of the video', async () => {
  const answer = await ask({ url: REVIEW_LINK, format: 'markdown' })
  expect((answer.body as Transcript).content).toContain(`(${REVIEW_LINK}&t=0s)`)
})

test('a rolling automatic caption gives each spoken word once', async () => {
  const said = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
  const lines = said.map((word, index) => ({ word, startMs: 1000 + index * 500 }))
  const rolling = lines.flatMap(({ word, startMs }, index) => [
    ...(index % 4 === 0
      ? [{ tStartMs: startMs, dDurationMs: 2000, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] }]
      : []),
    { tStartMs: startMs, dDurationMs: 4000, wWinId: 1, segs: [{ utf8: index % 4 === 0 ? word : ` ${word}` }] },
  ])
  const json3 = JSON.stringify({
    wireMagic: 'pb3',
    pens: [{}],
    events: [{ tStartMs: 0, dDurationMs: 9000, id: 1 }, ...rolling],
  })
  const video = 'rollingAAAA'
  const tracks = [
    {
      baseUrl: 'https://www.youtube.com/api/timedtext?v=r',
      languageCode: 'en',
      kind: 'asr',
      name: { simpleText: 'English' },
    },
  ]
  play({
    player: () =>
      jsonAnswer({
        playabilityStatus: { status: 'OK' },
        videoDetails: { videoId: video, title: 'Rolling', lengthSeconds: '10' },
        captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } },
      }),
    captions: (url) => (url.searchParams.get('fmt') === 'json3' ? jsonAnswer(json3) : { status: 400 }),
  })
  const { body } = await ask({ url: video })
  const transcript = body as Transcript
  expect([transcript.source, transcript.text?.split(/\s+/)]).toEqual(['auto_captions', said])
})

test('many equal concurrent requests of ten users cause one look-up at YouTube', async () => {
  const video = 'manyAskThis'
  play({ player: reviewOf(video), captions })
  const people = await Promise.all(Array.from({ length: 10 }, () => newUser()))
  // More concurrent requests than connections, yet few enough that the last gets one in time on a busy machine.
  const asking = [...people, ...people, ...people, ...people]
  const answers = await Promise.all(asking.map(({ apiKey }) => ask({ url: video }, apiKey)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect([asked('/youtubei/v1/player'), asked('/api/timedtext')]).toEqual([1, 1])
  expect(await db().usageCharge.count({ where: { media: { videoId: video } } })).toBe(people.length)
})

test('a language the video has not is answered by the original with a warning, or refused where no other will do', async () => {
  const video = 'noPortugues'
  play({ player: reviewOf(video), captions })
  const strict = await ask({ url: video, lang: 'pt', strict_lang: true })
  expect([strict.status, strict.body]).toMatchObject([
    404,
    { code: 'language_unavailable', context: { available_langs: ['zh', 'cs', 'en', 'de', 'hi', 'ja', 'ko', 'es'] } },
  ])
  const lax = await ask({ url: video, lang: 'pt' })
  expect([lax.status, lax.body]).toMatchObject([
    200,
    {
      lang: 'en',
      requested_lang: 'pt',
      warnings: [
        {
          code: 'language_fallback',
          detail: 'Not available in Portuguese. Showing the original English.',
        },
      ],
    },
  ])
  const again = await ask({ url: video, lang: 'pt', strict_lang: true })
  expect([again.status, again.body]).toMatchObject([404, { code: 'language_unavailable' }])
  const named = youtubeRecording('yta-ok.innertube.json').replaceAll(REVIEW, video)
  play({ player: () => jsonAnswer(named.replaceAll('"languageCode": "es"', '"languageCode": "pt"')), captions })
  const added = await ask({ url: video, lang: 'pt', strict_lang: true })
  expect([added.status, added.body]).toMatchObject([200, { lang: 'pt', warnings: [] }])
  const then = await ask({ url: video, lang: 'pt' })
  expect(then.body).toMatchObject({ lang: 'pt', cached: true })
})

test('captions labelled with the region where Cantonese is spoken satisfy a strict request for it', async () => {
  const url = 'cantonese01'
  const player = youtubeRecording('yta-ok.innertube.json').replaceAll(REVIEW, url)
  play({ player: () => jsonAnswer(player.replace(/"languageCode": ?"ko"/, '"languageCode":"zh-HK"')), captions })
  const { status, body } = await ask({ url, lang: 'yue', strict_lang: true })
  expect([status, body]).toMatchObject([200, { lang: 'zh-HK', requested_lang: 'yue', warnings: [] }])
})

test('the languages of a video are listed, with a row for human and for automatic captions', async () => {
  play({ player: reviewOf('languages01') })
  const answer = await languages('https://youtu.be/languages01')
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    url: 'https://www.youtube.com/watch?v=languages01',
    platform: 'youtube',
    video_id: 'languages01',
    duration_seconds: 316,
    original_lang: 'en',
    languages: expect.arrayContaining([
      { code: 'de', name: 'German', native_name: 'Deutsch', source: 'captions', original: false },
      { code: 'en', name: 'English', native_name: 'English', source: 'captions', original: true },
      { code: 'en', name: 'English', native_name: 'English', source: 'auto_captions', original: true },
    ]),
  })
  expect((answer.body as { languages: unknown[] }).languages).toHaveLength(9)
  await languages('https://www.youtube.com/shorts/languages01')
  expect(origin.requests).toHaveLength(1)
})

test.each([
  ['privateVid1', 'LOGIN_REQUIRED', 'Private video', 403, 'source_private'],
  ['forAdults01', 'LOGIN_REQUIRED', 'This video may be inappropriate for some users.', 403, 'source_age_restricted'],
  [
    'otherLands1',
    'UNPLAYABLE',
    'The uploader has not made this video available in your country',
    403,
    'source_geo_blocked',
  ],
  [
    'forMembers1',
    'UNPLAYABLE',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
    403,
    'source_members_only',
  ],
  ['notYetLive1', 'LIVE_STREAM_OFFLINE', 'This live event will begin in 2 hours.', 409, 'source_not_started'],
  ['forNoRobots', 'LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', 503, 'upstream_blocked'],
  ['isGoneNow01', 'ERROR', 'This video is unavailable', 404, 'source_not_found'],
])('%s: %s, %s', async (video, status, reason, expected, code) => {
  play({ player: refused(status, reason) })
  const answer = await ask({ url: `https://www.youtube.com/watch?v=${video}` })
  expect([answer.status, answer.body]).toMatchObject([expected, { code, request_id: expect.any(String) }])
})

test('a private video is remembered as such for a while, a block never', async () => {
  play({ player: refused('LOGIN_REQUIRED', 'Private video') })
  await ask({ url: 'isPrivate01' })
  origin.requests.length = 0
  const again = await ask({ url: 'isPrivate01' })
  expect([again.body, origin.requests.length]).toMatchObject([{ code: 'source_private' }, 0])

  play({ player: refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot') })
  expect((await ask({ url: 'isBlocked01' })).body).toMatchObject({ code: 'upstream_blocked', retryable: true })
  play({ player: reviewOf('isBlocked01'), captions })
  expect((await ask({ url: 'isBlocked01' })).status).toBe(200)
})

test('captions that come empty everywhere are a block, never "no captions"', async () => {
  play({ player: reviewOf('emptyBodies'), captions: () => ({ headers: { 'content-type': 'text/html' }, body: '' }) })
  const answer = await ask({ url: 'emptyBodies' })
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'upstream_blocked' }])
  expect(await db().job.count({ where: { media: { videoId: 'emptyBodies' } } })).toBe(0)
})

test('a list, a channel and a cut link say what to paste instead', async () => {
  for (const url of ['https://www.youtube.com/playlist?list=PLabc', 'https://www.youtube.com/@someone']) {
    const answer = await ask({ url })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ type: 'unsupported_source', loc: ['body', 'url'] }] },
    ])
  }
  const cut = await ask({ url: 'https://www.youtube.com/watch?v=' })
  expect(cut.status).toBe(422)
})

const TRACKS = 'https://www.youtube.com/api/timedtext?v='
type Offered = { text: string | number | null; lang?: string; kind?: string; name?: string }

/** A video with these caption tracks; a text is served as json3, a number as that status, null as an answer without a byte. */
function playTracks(
  videoId: string,
  offered: readonly Offered[],
  more: { seconds?: number; audioTracks?: object[] } = {},
) {
  const { seconds = 60, audioTracks } = more
  const captionTracks = offered.map(({ lang = 'en', kind, name = lang }, index) => ({
    baseUrl: `${TRACKS}${index}`,
    languageCode: lang,
    name: { simpleText: name },
    ...(kind ? { kind } : {}),
  }))
  play({
    player: () =>
      jsonAnswer({
        playabilityStatus: { status: 'OK' },
        videoDetails: { videoId, title: videoId, lengthSeconds: String(seconds) },
        captions: { playerCaptionsTracklistRenderer: { captionTracks, ...(audioTracks ? { audioTracks } : {}) } },
      }),
    captions: ({ searchParams }) => {
      const text = offered[Number(searchParams.get('v'))]?.text ?? null
      if (typeof text === 'number') return { status: text }
      return text === null ? { body: '' } : jsonAnswer(text)
    },
  })
}

/** Captions of equal lines that follow one another, from second 1 on. */
const lines = (text: string, { count = 6, seconds = 8 } = {}) =>
  JSON.stringify({
    wireMagic: 'pb3',
    events: Array.from({ length: count }, (_, index) => ({
      tStartMs: 1000 + index * seconds * 1000,
      dDurationMs: seconds * 1000,
      segs: [{ utf8: `${text} ${index + 1}` }],
    })),
  })
const EMPTY = '{"events":[]}'
const BLANK = JSON.stringify({ wireMagic: 'pb3', events: [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: ' ' }] }] })

test('human tracks of one language and the automatic one are listed apart', async () => {
  const offered = [{ text: lines('one'), name: 'CC1' }, { text: lines('two'), name: 'DTVCC1' }, COVERING]
  playTracks('threeTracks', offered)
  const { body } = await languages('https://youtu.be/threeTracks')
  expect(body).toMatchObject({
    languages: [
      { code: 'en', source: 'captions' },
      { code: 'en', source: 'auto_captions' },
    ],
    tracks: [
      { id: 'en-x-human1', code: 'en', name: 'CC1', source: 'captions', original: true },
      { id: 'en-x-human2', code: 'en', name: 'DTVCC1', source: 'captions', original: true },
      { id: 'en-x-auto1', code: 'en', name: COVERING.name, source: 'auto_captions', original: true },
    ],
  })
})

test('a requested track is returned to its caller alone, by its ID, and charged once for its language', async () => {
  const url = 'chosenTrack'
  const offered = [
    { text: lines('one'), name: 'CC1' },
    { text: lines('two'), name: 'DTVCC1' },
    { text: lines('heard'), kind: 'asr' },
    { text: lines('gehört'), lang: 'de', kind: 'asr' },
    { text: EMPTY, lang: 'fr' },
  ]
  playTracks(url, offered)
  const { apiKey, userId } = await newUser()
  const expected = [
    ['en-x-human2', 'two', 'captions'],
    ['EN-x-auto1', 'heard', 'auto_captions'],
    ['en-x-human1', 'one', 'captions'],
    ['de-x-auto1', 'gehört', 'auto_captions'],
  ] as const
  for (const cached of [false, true]) {
    for (const [track, word, source] of expected) {
      const { body } = await ask({ url, track, lang: 'pt', strict_lang: true }, apiKey)
      const lang = track.slice(0, 2).toLowerCase()
      const text = expect.stringMatching(`^${word} 1`)
      expect(body).toMatchObject({ text, source, cached, lang, requested_lang: lang, warnings: [] })
    }
  }
  const requests = origin.requests.length
  const seen = { text: expect.stringMatching('^two 1'), cached: true }
  expect((await ask({ url, track: 'en-x-human2' }, (await newUser()).apiKey)).body).toMatchObject(seen)
  expect(origin.requests.length).toBe(requests)

  for (const lang of [undefined, 'en', 'en-x-human2', 'auto']) {
    const { body } = await ask({ url, ...(lang && { lang }) }, apiKey)
    expect(body).toMatchObject({ text: expect.stringMatching('^one 1'), source: 'captions' })
  }
  const charges = await db().usageCharge.findMany({ where: { userId }, orderBy: { lang: 'asc' } })
  expect(charges.map(({ lang, seconds }) => [lang, seconds])).toEqual([
    ['de', 60],
    ['en', 60],
  ])
  const listed = await service.call('GET', '/v1/me/transcriptions', { key: apiKey })
  const { transcriptions }: TranscriptionList = listed.body
  const shown = new Set(transcriptions.flatMap((item) => [item.requested_lang, ...item.requested_langs]))
  expect([...shown].sort()).toEqual(['auto', 'de', 'en'])
  expect(transcriptions.length).toBe(5)
})

test.each([
  ['en-x-human9', 404, { code: 'language_unavailable', context: { available_tracks: ['en-x-human1', 'fr-x-human1'] } }],
  ['fr-x-human1', 404, { code: 'language_unavailable', detail: expect.stringContaining('no text') }],
  ['English', 422, { detail: [{ type: 'invalid_language', loc: ['body', 'track'] }] }],
])(
  'a track that is not there, is empty or is no ID is refused, and nothing is started: %s',
  async (track, status, body) => {
    playTracks('wrongTrackA', [{ text: lines('one') }, { text: EMPTY, lang: 'fr' }])
    const answer = await ask({ url: 'wrongTrackA', track })
    expect([answer.status, answer.body]).toMatchObject([status, body])
    expect(await db().job.count({ where: { media: { videoId: 'wrongTrackA' } } })).toBe(0)
  },
)

test.each<[string, Offered[], number, string]>([
  ['noTracksAtA', [], 404, 'language_unavailable'],
  ['refusedTrkA', [{ text: lines('one') }, { text: 403 }], 503, 'upstream_blocked'],
])('a requested track gives way neither to speech nor to another track: %s', async (url, offered, status, code) => {
  playTracks(url, offered)
  const answer = await ask({ url, track: 'en-x-human2' })
  expect([answer.status, answer.body]).toMatchObject([status, { code }])
  expect(await db().job.count({ where: { media: { videoId: url } } })).toBe(0)
})

test.each<[string, Offered[], object]>([
  ['emptyhumanA', [{ text: EMPTY }, { text: lines('heard'), kind: 'asr' }], { source: 'auto_captions' }],
  [
    'emptyfirstA',
    [
      { text: EMPTY, name: 'one' },
      { text: lines('two'), name: 'two' },
    ],
    { source: 'captions' },
  ],
  ['blankhumanA', [{ text: BLANK }, { text: lines('heard'), kind: 'asr' }], { source: 'auto_captions' }],
  [
    'refusedonce',
    [
      { text: 403, name: 'one' },
      { text: lines('two'), name: 'two' },
    ],
    { source: 'captions' },
  ],
  [
    'nobytesonce',
    [
      { text: null, name: 'one' },
      { text: lines('two'), name: 'two' },
    ],
    { source: 'captions' },
  ],
])('the next track answers for one that is empty or refused: %s', async (video, offered, expected) => {
  playTracks(video, offered)
  const answer = await ask({ url: video })
  expect([answer.status, answer.body]).toMatchObject([200, { lang: 'en', ...expected }])
})

test('a video whose only captions are empty is transcribed from its sound, and does not close YouTube', {
  tags: 'deep',
}, async () => {
  for (const video of ['onlyempty_A', 'onlyempty_B', 'onlyempty_C', 'onlyempty_D', 'onlyempty_E', 'onlyempty_F']) {
    playTracks(video, [{ text: EMPTY }])
    const answer = await ask({ url: video })
    expect([video, answer.status, answer.body]).toMatchObject([video, 202, { status: 'queued' }])
  }
  playTracks('afterEmptyA', [{ text: lines('fine') }])
  expect((await ask({ url: 'afterEmptyA' })).status).toBe(200)
})

test('a fault of this service is reported as one', async () => {
  const work = workDir()
  // A request that has been answered may still be removing its folder there.
  await rm(work, { recursive: true, force: true, maxRetries: 10 })
  // No folder for large captions can be made there.
  await writeFile(work, '')
  try {
    for (const video of ['ownFault__1', 'ownFault__2', 'ownFault__3', 'ownFault__4', 'ownFault__5']) {
      playTracks(video, [{ text: lines('large') + ' '.repeat(INLINE_CAPTION_BYTES) }])
      const answer = await ask({ url: video })
      expect([answer.status, answer.body]).toMatchObject([500, { code: 'internal_error' }])
    }
  } finally {
    await rm(work)
  }
})

test('captions that a machine has heard in a dub by a machine are never used', async () => {
  const sounds = [
    { audioTrackId: 'de.4', captionTrackIndices: [0] },
    { audioTrackId: 'en.10', captionTrackIndices: [1] },
  ]
  const offered = [
    { text: lines('gesagt'), lang: 'de', kind: 'asr' },
    { text: lines('dubbed'), lang: 'en', kind: 'asr' },
  ]
  playTracks('dubbedByAIA', offered, { audioTracks: sounds })
  const answer = await ask({ url: 'dubbedByAIA', lang: 'en' })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { lang: 'de', source: 'auto_captions', available_langs: ['de'], warnings: [{ code: 'language_fallback' }] },
  ])
  const strict = await ask({ url: 'dubbedByAIA', lang: 'en', strict_lang: true })
  expect([strict.status, strict.body]).toMatchObject([404, { code: 'language_unavailable' }])
})

test('a client that cannot play a video does not keep another from reading its captions', async () => {
  const video = 'kidsVideoAA'
  play({
    player: (client) =>
      client === 'VISIONOS'
        ? jsonAnswer({ playabilityStatus: { status: 'UNPLAYABLE', reason: 'This video is not available' } })
        : jsonAnswer(youtubeRecording('yta-ok.innertube.json').replaceAll(REVIEW, video)),
    captions,
  })
  expect([(await ask({ url: video })).status]).toEqual([200])
})

const HOUR = { seconds: 3600 }
const COVERING = { text: lines('heard', { count: 300, seconds: 11 }), kind: 'asr', name: 'English (auto-generated)' }

test.each<[string, Offered[], object]>([
  [
    'fewHumanAAA',
    [{ text: lines('a credit', { count: 1, seconds: 3 }), name: 'Credits' }, COVERING],
    {
      source: 'auto_captions',
      warnings: [{ code: 'track_chosen', detail: expect.stringMatching(/"Credits".*0:03 of 1:00:00/) }],
    },
  ],
  [
    'forcedLines',
    [{ text: lines('a sign', { count: 200, seconds: 9 }), name: 'English (forced)' }, COVERING],
    { source: 'auto_captions', available_langs: ['en'], warnings: [] },
  ],
  [
    'twoEnglishA',
    [
      { text: lines('one', { count: 200, seconds: 9 }), name: 'CC1' },
      { text: lines('two', { count: 200, seconds: 9 }), name: 'DTVCC1' },
    ],
    { source: 'captions', warnings: [{ code: 'track_chosen', detail: expect.stringContaining('"CC1"') }] },
  ],
  [
    'fewButOwnAA',
    [{ text: lines('a sight', { count: 10, seconds: 9 }), name: 'English' }],
    { source: 'captions', warnings: [{ code: 'track_chosen', detail: expect.stringContaining('1:30 of 1:00:00') }] },
  ],
])(
  'the track that covers the dialogue is chosen, and the transcript shows which: %s',
  async (video, offered, expected) => {
    playTracks(video, offered, HOUR)
    const answer = await ask({ url: video })
    expect([answer.status, answer.body]).toMatchObject([200, expected])
  },
)

test.each<[string, Offered[]]>([
  ['endsEarlyAA', [{ text: lines('the start', { count: 4, seconds: 9 }) }]],
  ['onlySignsAA', [{ text: lines('a sign', { count: 200, seconds: 9 }), name: 'Signs & Songs' }]],
])('a long video whose captions are no transcript is transcribed from its sound: %s', async (video, offered) => {
  playTracks(video, offered, { seconds: 7200 })
  const answer = await ask({ url: video })
  expect([answer.status, answer.body]).toMatchObject([202, { status: 'queued' }])
})
