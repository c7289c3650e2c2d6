import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import { withBreaker } from './breaker'

vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => vi.useRealTimers())

beforeEach(() => {
  setEnv({
    BASE_URL: 'http://localhost:3000',
    ...{ EGRESS_PROXY_URL: '', EGRESS_PROXY_URL_YOUTUBE: '', EGRESS_PLATFORM_PROXIES: '' },
  })
  clearSingleton('breakers')
})

const asUser = <T>(name: string, work: () => Promise<T>) => withSlotOwner(userOwner(name), work)

/** The outcome of a user's request: the platform's answer, or `not asked`. */
async function ask(user: string, recording: string, said: Problem | 'read' = new Problem('upstream_blocked')) {
  let outcome = 'not asked'
  const run = async () => {
    outcome = said instanceof Problem ? said.code : said
    if (said instanceof Problem) throw said
  }
  await asUser(user, () => withBreaker({ platform: 'youtube', recording }, run)).catch(() => undefined)
  return outcome
}

async function refuse(user: string, recordings: number, from = 0) {
  for (let count = 0; count < recordings; count++) await ask(user, `recording ${from + count}`)
}

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('five recordings refused to a user within a minute open the circuit for this user, for five minutes', async () => {
  await refuse('ann', 4)
  passes(59_000)
  expect(await ask('ann', 'another')).toBe('upstream_blocked')
  passes(1_000)
  const asked = asUser('ann', () => withBreaker({ platform: 'youtube', recording: 'next' }, async () => 'read'))
  await expect(asked).rejects.toMatchObject({ code: 'upstream_blocked', retryAfterSeconds: 299 })
  expect(await ask('ben', 'next', 'read')).toBe('read')
  passes(299_000)
  expect(await ask('ann', 'next', 'read')).toBe('read')
})

test('five recordings refused to two users open it for every caller', async () => {
  await refuse('ann', 3)
  await refuse('ben', 2, 3)
  expect(await ask('eve', 'a good one', 'read')).toBe('not asked')
})

test('refusals of one recording to many users, and of callers without an account, do not open it for other users', async () => {
  for (let user = 0; user < 20; user++) await ask(`user ${user}`, 'the same')
  for (let address = 0; address < 20; address++) {
    const blocked = () => Promise.reject(new Problem('upstream_blocked'))
    const asked = () => withBreaker({ platform: 'youtube', recording: `recording ${address}` }, blocked)
    await withSlotOwner(`address 192.0.2.${address % 2}`, asked).catch(() => undefined)
  }
  expect(await ask('eve', 'a good one', 'read')).toBe('read')
})

test('refusals far apart open nothing', async () => {
  for (let count = 0; count < 20; count++) {
    await ask('ann', `recording ${count}`)
    passes(20_000)
  }
  expect(await ask('ann', 'a good one', 'read')).toBe('read')
})

test.each(['refused', 'token', 'captions', 'media', 'list'])(
  'a refusal that lies in the recording (%s) is not counted',
  async (reason) => {
    for (let count = 0; count < 20; count++) {
      await ask('ann', `recording ${count}`, new Problem('upstream_blocked', { context: { reason } }))
    }
    expect(await ask('ann', 'a good one', 'read')).toBe('read')
  },
)

test('after the pause one request probes: others are refused meanwhile, and its answer closes the circuit', async () => {
  await refuse('ann', 5)
  passes(300_000)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const probe = asUser('ann', () => withBreaker({ platform: 'youtube', recording: 'probe' }, () => held))
  expect(await ask('ann', 'meanwhile', 'read')).toBe('not asked')
  answer()
  await probe
  expect(await ask('ann', 'a good one', 'read')).toBe('read')
})

test.each([
  ['upstream_blocked', 'not asked'],
  ['upstream_timeout', 'read'],
  ['source_private', 'read'],
] as const)('a probe that ends with %s leaves the next request: %s', async (code, next) => {
  await refuse('ann', 5)
  passes(300_000)
  expect(await ask('ann', 'probe', new Problem(code))).toBe(code)
  expect(await ask('ann', 'a good one', 'read')).toBe(next)
})

test('a probe that takes long gives its place to the next request', async () => {
  await refuse('ann', 5)
  passes(300_000)
  const probe = asUser('ann', () =>
    withBreaker({ platform: 'youtube', recording: 'probe' }, () => new Promise(() => undefined)),
  )
  void probe
  passes(30_000)
  expect(await ask('ann', 'a good one', 'read')).toBe('read')
})

test('another platform and another egress proxy are not affected', async () => {
  await refuse('ann', 5)
  const elsewhere = () => withBreaker({ platform: 'vimeo', recording: 'one' }, async () => 'read')
  expect(await asUser('ann', elsewhere)).toBe('read')
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: 'http://127.0.0.1:9' })
  expect(await ask('ann', 'a good one', 'read')).toBe('read')
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: '' })
  expect(await ask('ann', 'a good one', 'read')).toBe('not asked')
})

const OWN = 'http://127.0.0.1:9'

/**
 * Requests from a platform that blocks all requests but those through its own proxy; returns the proxies of each
 * attempt.
 */
async function askBlocking(platform: string, recording = 'a recording') {
  const proxies: (string | undefined)[] = []
  const outcome = await withBreaker({ platform, recording }, async () => {
    proxies.push(egressProxyUrl(platform))
    if (egressProxyUrl(platform) !== OWN) throw new Problem('upstream_blocked')
    return 'read'
  }).catch((error: Problem) => error.code)
  return { outcome, proxies }
}

test('a request that a platform blocks is repeated through the proxy of the platform', async () => {
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
