import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin, youtubeRecording } from '@/test/origin/youtube'
import { newUser, useService } from '@/test/service'

const SRV1 = await readFile('test/fixtures/youtube/yta-transcript.srv1.xml')

const { route, play } = youtubeOrigin()
const origin = await startOrigin([route])
const service = await useService({ YTDLP_PATH: '/nowhere/yt-dlp' })
trustOrigin(origin)
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(async () => {
  vi.useRealTimers()
  await origin.close()
})

const reader = await newUser()
const ask = (body: Record<string, unknown>, key = reader.apiKey) =>
  service.call('POST', '/v1/transcript', { key, body })
const languages = (url: string) => service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`)
const captions = () => ({ headers: { 'content-type': 'text/xml' }, body: SRV1 })
const reviewOf = (videoId: string) => () =>
  jsonAnswer(youtubeRecording('yta-ok.innertube.json').replaceAll('GJLlxj_dtq8', videoId))
const refused = (status: string, reason: string) => () => jsonAnswer({ playabilityStatus: { status, reason } })

beforeEach(() => clearSingleton('breakers'))

const robot = refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot')
const leftAlone = async (answer: Promise<{ status: number; body: unknown }>) => {
  origin.requests.length = 0
  const { status, body } = await answer
  return [status, body, origin.requests.length]
}

test('a user whose five videos YouTube refuses is asked to wait, and others are served', async () => {
  const other = await newUser()
  play({ player: robot })
  for (let count = 0; count < 5; count++) await ask({ url: `blockedNo_${count}` })
  const refusal = await ask({ url: 'blockedNo_9' })
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(200)
  expect(await leftAlone(ask({ url: 'blockedNo_9' }))).toMatchObject([503, { code: 'upstream_blocked' }, 0])
  play({ player: reviewOf('servedAll_1'), captions })
  expect((await languages('https://youtu.be/servedAll_1')).status).toBe(200)
  expect((await ask({ url: 'servedAll_1' }, other.apiKey)).status).toBe(200)
})

test('videos that YouTube refuses to callers without an account leave it open to users', async () => {
  play({ player: robot })
  for (let count = 0; count < 5; count++) await languages(`https://youtu.be/anonymous_${count}`)
  expect(await leftAlone(languages('https://youtu.be/anonymous_9'))).toMatchObject([503, {}, 0])
  play({ player: reviewOf('servedAll_2'), captions })
  expect((await ask({ url: 'servedAll_2' })).status).toBe(200)
})

test('videos that YouTube asks to try later, or whose captions it refuses, are counted as no block', async () => {
  play({ player: refused('UNPLAYABLE', 'An error occurred. Please try again later.') })
  const first = await ask({ url: 'tryLater__0' })
  expect(first.body).toMatchObject({ code: 'upstream_blocked', context: { reason: 'refused' } })
  for (let count = 1; count < 4; count++) await ask({ url: `tryLater__${count}` })
  for (let count = 0; count < 3; count++) {
    play({ player: reviewOf(`noText____${count}`), captions: () => ({ status: 403, body: '' }) })
    await ask({ url: `noText____${count}` })
  }
  play({ player: reviewOf('servedAll_3'), captions })
  expect((await ask({ url: 'servedAll_3' })).status).toBe(200)
})

test('videos refused to two users pause YouTube for every caller, then one request probes', async () => {
  const [second, third] = [await newUser(), await newUser()]
  play({ player: robot })
  for (let count = 0; count < 3; count++) await ask({ url: `refused_A_${count}` })
  for (let count = 0; count < 2; count++) await ask({ url: `refused_B_${count}` }, second.apiKey)
  const next = (key: string) => leftAlone(ask({ url: 'servedAll_4' }, key))
  expect(await next(third.apiKey)).toMatchObject([503, { code: 'upstream_blocked' }, 0])

  const soon = Date.now() + 300_000
  vi.setSystemTime(soon)
  const [status, , sent] = await next(third.apiKey)
  expect([status, Number(sent) > 0]).toEqual([503, true])
  expect(await next(second.apiKey)).toMatchObject([503, { code: 'upstream_blocked' }, 0])
  vi.setSystemTime(soon + 300_000)
  play({ player: reviewOf('servedAll_4'), captions })
  expect((await next(third.apiKey))[0]).toBe(200)
  play({ player: reviewOf('servedAll_5'), captions })
  expect((await ask({ url: 'servedAll_5' }, second.apiKey)).status).toBe(200)
})
