import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl, readBody } from '@/lib/net/open-url'
import { type Origin, startOrigin } from './start-origin'
import { trustOrigin } from './trust-origin'

let first: Origin
let second: Origin
beforeAll(async () => {
  first = await startOrigin([() => ({ body: 'first' })])
  second = await startOrigin([
    ({ path }) =>
      path === '/inside' ? { status: 302, headers: { location: 'https://10.0.0.1/' } } : { body: 'second' },
  ])
})
afterAll(() => Promise.all([first.close(), second.close()]))

async function ask(url: string, platform?: string): Promise<string> {
  const opened = await openUrl(url, { dispatcher: egressDispatcher(platform), totalTimeoutMs: 10_000, maxBytes: 100 })
  return Buffer.from(await readBody(opened, 100)).toString('utf8')
}

test('an origin answers for https hosts, from the moment it is trusted, and the last one alone', async () => {
  setEnv({ BASE_URL: 'http://localhost:3000', EGRESS_PROXY_URL: first.proxyUrl })
  await expect(ask('https://www.youtube.com/')).rejects.toMatchObject({ code: 'upstream_changed' })
  trustOrigin(first)
  expect(await ask('https://www.youtube.com/')).toBe('first')
  trustOrigin(second)
  expect(await ask('https://vimeo.com/', 'vimeo')).toBe('second')
})

test('egress to private addresses stays blocked', async () => {
  trustOrigin(second)
  await expect(ask('https://vimeo.com/inside')).rejects.toMatchObject({ code: 'blocked_url' })
})

test('a child that takes over the environment trusts it too', async () => {
  trustOrigin(first)
  const script = `
    import { ProxyAgent, request } from 'undici'
    const answer = await request('https://any.example/', { dispatcher: new ProxyAgent(process.env.EGRESS_PROXY_URL) })
    process.stdout.write(await answer.body.text())
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toBe('first')
})
