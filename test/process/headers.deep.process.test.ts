import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignResponse } from '@/lib/uploads/contract'
import { silence } from '../silence'
import { freePort } from './free-port'
import { startProcess } from './start-process'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-headers-'))
const service = await startProcess(folder, {
  METRICS_TOKEN: 'token-of-the-metrics-0123456789abcdef',
  RATE_LIMIT_PER_MINUTE: '0',
})
const publicPort = await freePort()
const publicFolder = await mkdtemp(path.join(tmpdir(), 'verbatim-public-headers-'))
const publicService = await startProcess(
  publicFolder,
  { BASE_URL: 'https://verbatim.test', RATE_LIMIT_PUBLIC_PER_MINUTE: '0' },
  publicPort,
)
afterAll(async () => {
  await Promise.all([service.stop(), publicService.stop()])
  for (const one of [folder, publicFolder]) await rm(one, { recursive: true, force: true })
})

const bearer = { authorization: `Bearer ${service.apiKey}` }
const json = { ...bearer, 'content-type': 'application/json' }

async function call<T>(address: string, body: unknown): Promise<T> {
  const response = await fetch(new URL(address, service.baseUrl), {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return (await response.json()) as T
}

/** A stored upload: its address, and its transcript's id and slug. */
async function upload(filename: string, bytes: BodyInit): Promise<SignResponse> {
  const target = await call<SignResponse>('/v1/uploads/sign', { filename, content_type: 'application/octet-stream' })
  expect((await fetch(target.upload_url, { method: 'PUT', body: bytes })).status).toBe(200)
  return target
}

/** Where each kind of answer is. Filled in before the tests, because some are made by use. */
const at: Record<string, string> = {}
beforeAll(async () => {
  const captions = '1\n00:00:01,000 --> 00:00:02,000\nThe tide comes in.\n'
  const { object_path } = await upload('tide.srt', captions)
  const { id } = await call<{ id: string }>('/v1/transcript', { upload: object_path })
  const list = await fetch(new URL('/v1/me/transcriptions', service.baseUrl), { headers: bearer })
  const { transcriptions } = (await list.json()) as { transcriptions: { id: string }[] }
  const libraryItem = transcriptions[0]?.id ?? id
  const { slug } = await call<{ slug: string }>(`/v1/me/transcriptions/${libraryItem}/publish`, {})
  at.media = (await upload('sound.wav', silence(1))).source_url
  at.published = `/t/${slug}`
  at.file = `/t/${slug}.srt`
  at.transcript = `/transcripts/${libraryItem}`
  at.history = `/v1/me/transcriptions/${libraryItem}?format=srt`
})

const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, service.baseUrl), { headers, redirect: 'manual' })

/** The policy of a page, by directive. */
function policyOf(response: Response): Map<string, string[]> {
  const policy = response.headers.get('content-security-policy') ?? ''
  return new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )
}

/** The scripts of a page that its policy does not name: by nonce, by hash, or as a file of the site. */
function forbiddenScripts(html: string, policy: readonly string[]): string[] {
  const found = Array.from(html.matchAll(/<script(?=[\s>])([^>]*)>([\s\S]*?)<\/script>/g))
  const isAllowed = (attributes: string, text: string) => {
    const [, nonce] = /\snonce="([^"]+)"/.exec(attributes) ?? []
    if (nonce && policy.includes(`'nonce-${nonce}'`)) return true
    if (/\stype="application\/(?:ld\+)?json"/.test(attributes)) return true
    if (/\ssrc="\/(?!\/)/.test(attributes)) return policy.includes("'self'") && !policy.includes("'strict-dynamic'")
    return policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return found.filter(([, attributes = '', text = '']) => !isAllowed(attributes, text)).map(([script]) => script)
}

function expectGuarded({ headers }: Response): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
  expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|same-origin|strict-origin-when-cross-origin)$/)
}

const PAGES = [
  '/',
  '/docs',
  '/docs/errors',
  '/sign-in',
  '/device',
  '/transcripts',
  '/no-such-page',
  '/oauth/authorize?client_id=x',
]

describe('pages', () => {
  test.each([...PAGES, 'published', 'transcript'])(
    '%s runs no script but its own, and is in no frame',
    async (name) => {
      const response = await ask(at[name] ?? name)
      const html = await response.text()
      expectGuarded(response)
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      const policy = policyOf(response)
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect(policy.get('object-src')).toEqual(["'none'"])
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      const scripts = policy.get('script-src') ?? policy.get('default-src') ?? []
      expect(scripts.join(' ')).not.toMatch(/unsafe|https?:|\*|data:/)
      expect(forbiddenScripts(html, scripts).length).toBe(0)
      expect(html).not.toMatch(/<[^>]+\son(?:click|load|error|submit)=/i)
    },
  )

  test('a nonce is new with each answer', async () => {
    const seen = await Promise.all(
      [1, 2, 3].map(async () =>
        policyOf(await ask('/docs'))
          .get('script-src')
          ?.join(' '),
      ),
    )
    expect(new Set(seen).size).toBe(3)
  })
})

const DATA: [string, Record<string, string>][] = [
  ['/health', {}],
  ['/openapi.json', {}],
  ['/v1/me/transcriptions', bearer],
  ['history', bearer],
  ['/v1/me/api-key', {}],
  ['/v1/jobs/0', bearer],
  ['/v1/nowhere', {}],
  ['/mcp', {}],
  ['/.well-known/oauth-authorization-server', {}],
  ['/api/inngest', {}],
  ['/v1/me/export', bearer],
]

describe('data', () => {
  test.each(DATA)('%s can be neither sniffed, framed, nor run', async (name, headers) => {
    const response = await ask(at[name] ?? name, headers)
    await response.body?.cancel()
    expectGuarded(response)
    if (name === '/api/inngest') return
    expect(policyOf(response).get('default-src')).toEqual(["'none'"])
    expect(policyOf(response).get('frame-ancestors')).toEqual(["'none'"])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('private responses may not be stored by shared caches', async () => {
    for (const name of ['/v1/me/transcriptions', '/v1/me/api-key', 'media', 'history']) {
      const response = await ask(at[name] ?? name, bearer)
      await response.body?.cancel()
      expect([name, response.headers.get('cache-control')]).toEqual([name, expect.stringContaining('private')])
    }
  })
})

describe('files', () => {
  test('an upload is handed out as a file, not shown', async () => {
    for (const headers of [bearer, { ...bearer, range: 'bytes=0-9' }]) {
      const response = await ask(at.media ?? '', headers)
      await response.body?.cancel()
      expectGuarded(response)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(policyOf(response).get('default-src')).toEqual(["'none'"])
    }
  })

  test.each(['file', '/robots.txt', '/sitemap.xml', '/llms.txt', '/icon.svg', '/samples/jfk.flac', '/metrics'])(
    '%s is what it says',
    async (name) => {
      const response = await ask(at[name] ?? name)
      await response.body?.cancel()
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-powered-by')).toBeNull()
    },
  )

  test("the site’s own scripts and styles can't be sniffed", async () => {
    const html = await (await ask('/')).text()
    const own = Array.from(html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g), ([, link]) => link ?? '')
    expect(own.length).toBeGreaterThan(2)
    for (const link of own.slice(0, 5)) expectGuarded(await ask(link))
  })
})

test('a refusal has the same headers', async () => {
  const refused = [
    await fetch(new URL('/v1/transcript', service.baseUrl), { method: 'POST', headers: json, body: '{' }),
    await fetch(new URL('/v1/transcript', service.baseUrl), { method: 'PROPFIND' }),
    await fetch(new URL('/v1/transcript', service.baseUrl), {
      method: 'POST',
      headers: json,
      body: 'x'.repeat(70_000),
    }),
    await fetch(new URL('/v1/transcript', service.baseUrl), { method: 'OPTIONS' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 405, 413, 204])
  for (const response of refused) {
    expectGuarded(response)
    expect(policyOf(response).get('default-src')).toEqual(["'none'"])
  }
})

/** A path for each page and route of the site, by the files that serve them, and for each operation of the API. */
async function everyRoute(): Promise<string[]> {
  const files = ['app', 'pages'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /(?:^|\/)(?:page|route|embed|index)\.tsx?$/.test(name) ? `/${name}` : [],
    ),
  )
  const pages = files.map((name) =>
    name
      .replace(/\/(?:page|route|index)\.tsx?$|\.tsx$/, '')
      .replace(/\/\([^)]+\)/g, '')
      .replace(/\[[^\]]+\]/g, 'x'),
  )
  const { paths } = (await (await fetch(`http://127.0.0.1:${publicPort}/openapi.json`)).json()) as { paths: object }
  const operations = Object.keys(paths).map((address) => address.replace(/\{[^}]+\}/g, 'x'))
  const others = ['/', '/icon.svg', '/samples/jfk.flac', '/metrics', '/mcp', '/nowhere', '/_next/static/none.js']
  return [...new Set([...pages, ...operations, ...others, '/api/auth/csrf'])]
}

test('over https every route keeps browsers there, and every cookie is for https alone', async () => {
  const routes = await everyRoute()
  expect(routes).toEqual(expect.arrayContaining(['/t/x/embed', '/robots.txt', '/sitemap.xml', '/v1/transcript']))
  const bare: string[] = []
  const cookies: string[] = []
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://verbatim.test' }
  const ask = async (address: string, init: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${publicPort}${address}`, { redirect: 'manual', ...init })
    await response.body?.cancel()
    if (response.headers.get('strict-transport-security') !== 'max-age=31536000') bare.push(address)
    cookies.push(...response.headers.getSetCookie())
  }
  for (const address of routes) await ask(address, {})
  await ask('/preferences/theme', { method: 'POST', headers: form, body: 'theme=dark' })
  await ask('/sign-out', { method: 'POST', headers: { ...form, 'sec-fetch-site': 'same-origin' } })
  await ask('/v1/transcript', { method: 'PROPFIND' })
  expect(bare).toEqual([])
  expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(
    expect.arrayContaining(['verbatim_theme', '__Host-verbatim.session', '__Host-next-auth.csrf-token']),
  )
  expect(cookies.filter((cookie) => !/; Secure\b/i.test(cookie) || !/; SameSite=Lax\b/i.test(cookie))).toEqual([])
})
