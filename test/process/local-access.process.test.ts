import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import http from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { LOCAL_ACCESS_FILE } from '@/lib/accounts/local/contract'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { openLocalBrowser } from './local-browser'
import { startProcess } from './start-process'

const run = promisify(execFile)

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-local-'))
let service = await startProcess(dataDir, {}, 0, { makesDatabase: true })
const { port } = new URL(service.baseUrl)
const cookie = await openLocalBrowser(service)

/** Passes every connection on to the service as it is, as an SSH tunnel does. */
const tunnel = createServer((near) => {
  const far = connect(Number(port), '127.0.0.1')
  near.pipe(far).pipe(near)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on('error', () => other.destroy())
}).listen(0, '127.0.0.1')
await once(tunnel, 'listening')

/** Forwards each request under the name `localhost`, as nginx does by `proxy_pass http://localhost:3000`. */
const proxy = await listenOnLoopback((request, response) => {
  const { host: _, connection: __, ...headers } = request.headers
  const options = {
    port,
    path: request.url,
    method: request.method,
    headers: { ...headers, host: `localhost:${port}` },
  }
  request.pipe(
    http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }),
  )
})

afterAll(async () => {
  tunnel.close()
  await proxy.stop()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const tunnelUrl = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`

/** The headers that a browser sends with a call from one of our own pages. A forwarder can send the same. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

const PAGES = [
  '/transcripts',
  '/developers',
  '/developers/connections',
  '/settings',
  '/settings/usage',
  '/imports',
  '/developers/webhooks',
]

async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers, redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

describe.each([
  ['an SSH tunnel', tunnelUrl],
  ['a proxy that adds no header', proxy.url],
])('through %s', (_, forwarded) => {
  test('a visitor is redirected to the sign-in page, and the API returns 401', async () => {
    for (const page of PAGES) {
      const { status, location, text } = await read(forwarded + page)
      expect([page, status, text.includes('you@localhost')]).toEqual([page, 307, false])
      expect(location).toMatch(new RegExp(`/sign-in\\?callbackUrl=${encodeURIComponent(page)}$`))
    }
    expect((await read(`${forwarded}/sign-in`)).text).toContain('npm run -s cli -- open')
    for (const host of [`localhost:${port}`, '127.0.0.1']) {
      expect((await read(`${forwarded}/v1/me/api-key`, { ...OWN_PAGE, host })).status).toBe(401)
    }
    const made = await fetch(`${forwarded}/v1/me/api-key/regenerate`, { method: 'POST', headers: OWN_PAGE })
    expect(made.status).toBe(401)
    expect((await read(`${forwarded}/metrics`, OWN_PAGE)).status).toBe(404)
    expect((await fetch(`${forwarded}/sign-in/local`, { method: 'POST', headers: OWN_PAGE })).status).toBe(401)
  })

  test('a visitor who requests a sign-in link does not see it', async () => {
    const csrf = await fetch(`${forwarded}/api/auth/csrf`, { headers: OWN_PAGE })
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const sent = csrf.headers.getSetCookie().map((line) => line.split(';')[0])
    const begun = await fetch(`${forwarded}/api/auth/signin/email`, {
      method: 'POST',
      headers: { ...OWN_PAGE, cookie: sent.join('; ') },
      body: new URLSearchParams({ csrfToken, email: 'ada@verbatim.test' }),
    })
    expect(await begun.json()).toEqual({ url: null, link: null })
    expect(service.printed()).toMatch(/^Sign-in +ada@verbatim\.test: http/m)
  })
})

test('a browser that opened the printed link acts as the local account, on pages and in the API', async () => {
  expect((await read(`${service.baseUrl}/developers`, { cookie })).text).toContain('you@localhost')
  expect((await read(`${service.baseUrl}/v1/me/api-key`, { cookie, ...OWN_PAGE })).status).toBe(200)
  const { text } = await read(`${service.baseUrl}/v1/me/sessions`, { cookie, ...OWN_PAGE })
  expect(JSON.parse(text).sessions).toMatchObject([{ current: true }])
})

test('the printed link lets in one browser only, and leads that one on whenever it is opened again', async () => {
  const link = service.openLink ?? ''
  const other = await read(link)
  expect([other.status, other.location]).toEqual([303, '/sign-in?error=LocalLink&callbackUrl=%2F'])
  expect((await read(service.baseUrl + other.location)).text).toContain('This link was used before')
  expect(await read(link, { cookie })).toMatchObject({ status: 303, location: '/' })
  expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(405)
})

test.each([
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'cf-connecting-ip',
  'cf-ray',
  'true-client-ip',
  'fly-client-ip',
  'tailscale-user-login',
])('a request with the header %s is not the local account’s, with any value', async (name) => {
  const headers = { [name]: name === 'x-forwarded-host' ? `localhost:${port}` : '127.0.0.1' }
  expect((await read(`${service.baseUrl}/developers`, { cookie, ...headers })).text).not.toContain('you@localhost')
  const call = await read(`${service.baseUrl}/v1/me/api-key`, { cookie, ...OWN_PAGE, ...headers })
  expect(call.status).toBe(401)
})

test.each([
  ['origin', 'https://evil.example'],
  ['referer', 'https://evil.example/page'],
])('a page that another site leads to by its %s is not shown as the local account’s', async (name, value) => {
  expect((await read(`${service.baseUrl}/developers`, { cookie, [name]: value })).text).not.toContain('you@localhost')
})

test('the command line on this machine needs no sign-in, and makes a link for another browser', async () => {
  expect((await stat(path.join(dataDir, LOCAL_ACCESS_FILE))).mode & 0o777).toBe(0o600)
  const { VERBATIM_API_KEY: _, VERBATIM_URL: __, ...inherited } = process.env
  const env = { ...inherited, VERBATIM_DATA: dataDir, XDG_CONFIG_HOME: path.join(dataDir, 'config') }
  const cli = (...args: string[]) => run(process.execPath, ['server/setup/run.mjs', 'cli', ...args], { env })
  expect((await cli('whoami')).stdout).toContain(`${service.baseUrl} as the account of this machine, on the ultra plan`)
  const { stdout } = await cli('open', '--no-browser')
  const second = await openLocalBrowser({ openLink: stdout.trim() })
  expect((await read(`${service.baseUrl}/developers`, { cookie: second })).text).toContain('you@localhost')
  const page = await cli('open', 'an-id', '--no-browser', '--json')
  const { location } = await read((JSON.parse(page.stdout) as { url: string }).url, { cookie })
  expect(location).toBe('/transcripts/an-id')
})

test('a restart keeps the browser let in, voids old links, and prints another', { tags: 'deep' }, async () => {
  const { openLink } = await startedAgain()
  expect(openLink).not.toBeNull()
  expect((await read(`${service.baseUrl}/developers`, { cookie })).text).toContain('you@localhost')
  expect(await openLocalBrowser(service)).toMatch(/^verbatim\.local-/)
})

async function startedAgain() {
  const { stdout } = await run(process.execPath, ['server/setup/run.mjs', 'cli', 'open', '--no-browser'], {
    env: { ...process.env, VERBATIM_DATA: dataDir, XDG_CONFIG_HOME: path.join(dataDir, 'config') },
  })
  await service.stop()
  service = await startProcess(dataDir, {}, Number(port))
  expect((await read(stdout.trim())).location).toContain('error=LocalLink')
  return service
}

test('a service for others does not start in local mode by mistake', { tags: 'deep' }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-local-'))
  await expect(startProcess(folder, { TRUSTED_PROXIES: '1' })).rejects.toThrow(/TRUSTED_PROXIES is set.*BASE_URL/)
  await expect(startProcess(folder, { VERBATIM_SECRET: 'changeme' })).rejects.toThrow(/VERBATIM_SECRET can be guessed/)
  await rm(folder, { recursive: true, force: true })
})
