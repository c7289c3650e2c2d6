import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { SITES } from '@/lib/platforms/platforms'
import { listKeptAnswers } from '@/lib/sources/answers/answer-ring'
import { keptSoFar } from '@/lib/sources/answers/keep-answer'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { X } from '@/test/origin/platforms/x'
import { youtubePlayer, youtubeRefusal, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import type { Probe } from '../contract'
import { checkPlatforms } from './check-platforms'
import { configuredProbes } from './read-probes'

const dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-'))
setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: dataDir })
const installed = await findYtDlp()

let origin: Origin
let special: (host: string) => OriginAnswer | Promise<OriginAnswer> | undefined = () => undefined
const youtube = youtubeOrigin()

beforeAll(async () => {
  origin = await startOrigin([({ host }) => special(host), youtubeSideRoute, youtube.route, ...platformRoutes])
  trustOrigin(origin)
})
afterEach(() => {
  special = () => undefined
  youtube.play({})
  clearSingleton('extractor failures')
  clearSingleton('answer-keeper')
})
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

const PROBE: Probe = { platform: 'youtube', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
const X_PROBE: Probe = { platform: 'x', url: `https://x.com/i/status/${X.captioned}` }
const check = (probes: readonly Probe[] | null, limits = { captionsMs: 60_000, soundMs: 60_000 }) =>
  checkPlatforms({ probes, signal: new AbortController().signal, limits })

const ONE_LINE = jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'Hello there' }] }] })

test.skipIf(!installed)(
  'a platform that is fine gives captions and sound (skipped where yt-dlp is not installed)',
  async () => {
    const { network, platforms } = await check([X_PROBE])
    expect(network).toMatchObject({ name: 'network', status: 'ok' })
    expect(platforms).toMatchObject([
      {
        platform: 'x',
        status: 'ok',
        captions: {
          found: true,
          code: null,
          seconds: expect.any(Number),
          seen: expect.stringMatching(/segments? in en$/),
        },
        sound: { found: true, code: null, seen: expect.stringMatching(/ MB$/) },
        action: null,
      },
    ])
  },
)

test("the captions of YouTube are found though its sound can't be downloaded, which has failed", async () => {
  youtube.play({ player: (_, { videoId }) => youtubePlayer(videoId), captions: () => ONE_LINE })
  const { platforms } = await check([PROBE])
  expect(platforms).toMatchObject([
    {
      status: 'failed',
      captions: { found: true },
      sound: { found: false, code: expect.any(String) },
      action: expect.any(String),
    },
  ])
})

test('a platform that blocks has failed, with what to do about it', async () => {
  special = () => ({ status: 429, body: 'Too many requests' })
  const { platforms } = await check([PROBE])
  expect(platforms).toMatchObject([
    {
      platform: 'youtube',
      status: 'failed',
      captions: { found: false, code: 'upstream_blocked' },
      sound: null,
      action: expect.stringContaining('proxy'),
    },
  ])
})

test('a platform that has changed has failed, and its answer is kept to be reported', async () => {
  special = (host) => (host.endsWith('youtube.com') ? jsonAnswer({ somethingNew: true }) : undefined)
  const { platforms } = await check([PROBE])
  expect(platforms).toMatchObject([
    { status: 'failed', captions: { code: 'upstream_changed' }, action: expect.stringContaining('--export') },
  ])
  await keptSoFar()
  expect((await listKeptAnswers()).map(({ body }) => body)).toContain('{"somethingNew":true}')
})

test('a platform that does not answer has failed when its time is up', async () => {
  special = () => new Promise(() => undefined)
  const { platforms } = await check([PROBE], { captionsMs: 200, soundMs: 200 })
  expect(platforms).toMatchObject([{ status: 'failed', captions: { code: 'upstream_timeout' } }])
})

test('a recording that is private is a warning: the platform answers, the probe has to be replaced', async () => {
  youtube.play({ player: (_, { videoId }) => youtubeRefusal(videoId, 'ERROR', 'This video is private') })
  const { platforms } = await check([PROBE])
  expect(platforms).toMatchObject([
    { status: 'warning', captions: { code: 'source_private' }, action: expect.stringContaining('DOCTOR_PROBES_FILE') },
  ])
})

test('a link that is no recording of its platform is said so, and nothing is asked', async () => {
  origin.requests.length = 0
  const { platforms } = await check([{ platform: 'vimeo', url: PROBE.url }])
  expect(platforms).toMatchObject([{ status: 'warning', captions: { code: 'unsupported_source' } }])
  expect(origin.requests).toEqual([])
})

test('without a way out nothing is asked, and that is said once', async () => {
  const gone = await startOrigin([])
  await gone.close()
  setEnv({ EGRESS_PROXY_URL: gone.proxyUrl })
  const { network, platforms } = await check([PROBE, X_PROBE])
  trustOrigin(origin)
  expect(network).toMatchObject({
    status: 'failed',
    seen: expect.stringContaining('No platform was checked.'),
    action: expect.stringContaining('EGRESS_PROXY_URL'),
  })
  expect(platforms).toEqual([])
})

test('the list of probes has a recording of each platform, and a file replaces it', async () => {
  expect(
    configuredProbes()
      .map(({ platform }) => platform)
      .sort(),
  ).toEqual(SITES.map(({ id }) => id).sort())
  const file = path.join(dataDir, 'probes.json')
  await writeFile(file, JSON.stringify([PROBE]))
  setEnv({ DOCTOR_PROBES_FILE: file })
  expect(configuredProbes()).toEqual([PROBE])
  await writeFile(file, '[{ "platform": "myspace" }]')
  expect(configuredProbes).toThrow(/The list of probes .* can't be read/)
  setEnv({ DOCTOR_PROBES_FILE: '' })
})
