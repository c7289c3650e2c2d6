import { beforeEach, expect, test } from 'vitest'
import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import { clearSingleton } from '@/lib/platform/concurrency/singleton'
import { setEnv } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem/problem'
import { checkBreaker, countBlock, withBreaker } from './breaker'

beforeEach(() => {
  setEnv({
    BASE_URL: 'http://localhost:3000',
    ...{ EGRESS_PROXY_URL: '', EGRESS_PROXY_URL_YOUTUBE: '', EGRESS_PLATFORM_PROXIES: '' },
  })
  clearSingleton('breakers')
})

const blockTimes = (times: number, atMs: number) => {
  for (let count = 0; count < times; count++) countBlock('youtube', `recording ${count}`, atMs)
}

test('five recordings refused within a minute open the circuit for five minutes, and the error says for how long', () => {
  blockTimes(4, 1_000)
  checkBreaker('youtube', 1_000)
  countBlock('youtube', 'another', 60_000)
  expect(() => checkBreaker('youtube', 61_000)).toThrowError(
    expect.objectContaining({ code: 'upstream_blocked', retryAfterSeconds: 299 }),
  )
  checkBreaker('youtube', 360_000)
})

test('blocks far apart close nothing', () => {
  for (let minute = 0; minute < 20; minute++) countBlock('youtube', `recording ${minute}`, minute * 20_000)
  checkBreaker('youtube', 400_000)
})

test('a recording that is refused again and again closes nothing', () => {
  for (let count = 0; count < 20; count++) countBlock('youtube', 'the same', 1_000)
  checkBreaker('youtube', 2_000)
})

test('another platform and another egress proxy are not affected', () => {
  blockTimes(5, 1_000)
  checkBreaker('vimeo', 2_000)
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: 'http://127.0.0.1:9' })
  checkBreaker('youtube', 2_000)
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: '' })
  expect(() => checkBreaker('youtube', 2_000)).toThrow()
})

const OWN = 'http://127.0.0.1:9'

/** Asks a platform that blocks whoever does not come through its own proxy; returns the proxies of each attempt. */
async function askBlocking(platform: string, recording = 'a recording') {
  const proxies: (string | undefined)[] = []
  const outcome = await withBreaker({ platform, recording }, async () => {
    proxies.push(egressProxyUrl(platform))
    if (egressProxyUrl(platform) !== OWN) throw new Problem('upstream_blocked')
    return 'read'
  }).catch((error: Problem) => error.code)
  return { outcome, proxies }
}

test('what a platform blocks is asked for again through the proxy of the platform', async () => {
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: OWN, EGRESS_PLATFORM_PROXIES: 'when_blocked' })
  expect(await askBlocking('youtube')).toEqual({ outcome: 'read', proxies: [undefined, OWN] })
  // The proxy is the platform's: no other platform is asked through it.
  expect(await askBlocking('vimeo')).toEqual({ outcome: 'upstream_blocked', proxies: [undefined] })
  expect(egressProxyUrl('youtube')).toBeUndefined()
})

test('while a platform is known to block the service, only its proxy is used', async () => {
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: OWN, EGRESS_PLATFORM_PROXIES: 'when_blocked' })
  for (let count = 0; count < 5; count++) await askBlocking('youtube', `recording ${count}`)
  expect(await askBlocking('youtube')).toEqual({ outcome: 'read', proxies: [OWN] })
})

test('a platform that blocks its proxy too is left alone', async () => {
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: 'http://127.0.0.1:10', EGRESS_PLATFORM_PROXIES: 'when_blocked' })
  for (let count = 0; count < 5; count++) await askBlocking('youtube', `recording ${count}`)
  expect(await askBlocking('youtube')).toEqual({ outcome: 'upstream_blocked', proxies: [] })
})

test('by default the proxy of a platform is always used', async () => {
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: OWN })
  expect(await askBlocking('youtube')).toEqual({ outcome: 'read', proxies: [OWN] })
})
