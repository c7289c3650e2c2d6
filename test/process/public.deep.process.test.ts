import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Published } from '@/lib/publishing/contract'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { readConnection } from './read-connection'
import { type ServiceProcess, startProcess } from './start-process'

const running: { service: ServiceProcess; dataDir: string }[] = []
let origin: Origin
let database: pg.Client
let [first, second] = ['', '']
let apiKey = ''

async function start(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-public-'))
  const service = await startProcess(dataDir, { EGRESS_PROXY_URL: origin.proxyUrl, ...settings })
  running.push({ service, dataDir })
  return service
}

beforeAll(async () => {
  origin = await startOrigin([
    ({ path: target }) => ({
      headers: { 'content-type': 'text/vtt' },
      body: `WEBVTT\n\n00:01.000 --> 00:04.000\nXylophones of ${target.replace(/\W/g, '')}\n`,
    }),
  ])
  const one = await start()
  apiKey = one.apiKey ?? ''
  const databaseUrl = await readConnection(running[0]?.dataDir ?? '')
  database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const two = await start({ DATABASE_URL: databaseUrl })
  ;[first, second] = [one.baseUrl, two.baseUrl]
}, 300_000)

afterAll(async () => {
  await database.end()
  for (const { service, dataDir } of running.reverse()) {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await origin.close()
})

const call = (method: string, address: string, body?: object) => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  return fetch(address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

/** Publishes a recording at the first, has both keep its page in every form, and gives its slug. */
async function publishAndKeep(name: string): Promise<string> {
  const published = await call('POST', `${first}/v1/publish`, { url: `http://media.example/${name}.vtt` })
  expect(published.status).toBe(200)
  const { slug } = (await published.json()) as Published
  for (const at of [first, second, first, second]) {
    const page = await fetch(`${at}/t/${slug}`)
    expect([page.status, page.headers.get('etag')]).toEqual([200, expect.any(String)])
    expect(await page.text()).toContain('Xylophones')
  }
  return slug
}

/** Every public form of a slug. */
async function answersOf(slug: string): Promise<string[]> {
  const ways = [
    `/t/${slug}`,
    `/t/${slug}.txt`,
    `/t/${slug}.vtt`,
    `/t/${slug}.json`,
    `/t/${slug}/image`,
    `/t/${slug}/embed`,
    `/v1/public/${slug}`,
  ]
  const all = [first, second].flatMap((at) => ways.map((way) => ({ at, way })))
  return Promise.all(
    all.map(async ({ at, way }) => {
      const answer = await fetch(`${at}${way}`)
      const text = await answer.text()
      return `${way.replace(slug, '')} ${answer.status}${text.includes('Xylophones') ? ' with its text' : ''}`
    }),
  )
}

async function expectGone(slug: string): Promise<void> {
  expect(new Set((await answersOf(slug)).map((answer) => answer.split(' ').slice(1).join(' ')))).toEqual(
    new Set(['404']),
  )
  for (const at of [first, second]) {
    for (const list of ['/v1/public/index', '/sitemap.xml'])
      expect(await (await fetch(at + list)).text()).not.toContain(slug)
  }
}

async function remains(name: string): Promise<number> {
  const { rowCount } = await database.query('select from transcript where segments::text like $1', [`%of ${name}vtt%`])
  return rowCount ?? 0
}

test('any page may frame the embed, which sets no cookie; the page itself may be framed by none', async () => {
  const slug = await publishAndKeep('framed')
  const embed = await fetch(`${first}/t/${slug}/embed`, { headers: { cookie: 'verbatim_theme=dark' } })
  expect(embed.status).toBe(200)
  expect(embed.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*$/)
  expect([embed.headers.get('x-frame-options'), embed.headers.get('set-cookie')]).toEqual([null, null])
  const text = await embed.text()
  expect(text).toContain('Xylophones')
  expect(text).not.toContain('data-theme="dark"')
  const page = await fetch(`${first}/t/${slug}`)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect((await fetch(`${first}/t/no-such-page-abcdef/embed`)).status).toBe(404)
})

test('sites that embed links get the HTML of the frame by oEmbed, found by the page itself', async () => {
  const slug = await publishAndKeep('linked')
  const page = await (await fetch(`${first}/t/${slug}`)).text()
  const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/
    .exec(page)?.[1]
    ?.replaceAll('&amp;', '&')
  const answer = await fetch(link ?? '')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({
    version: '1.0',
    type: 'rich',
    provider_name: 'Verbatim',
    width: 640,
    height: 480,
    html: expect.stringContaining(`src="${first}/t/${slug}/embed"`),
    ...{ thumbnail_url: `${first}/t/${slug}/image`, thumbnail_width: 1200, thumbnail_height: 630 },
  })
  const ask = (query: Record<string, string>) => fetch(`${first}/oembed?${new URLSearchParams(query)}`)
  const url = `${first}/t/${slug}`
  const small: unknown = await (await ask({ url, maxwidth: '300', maxheight: '200' })).json()
  expect(small).toMatchObject({ width: 300, height: 200, html: expect.stringContaining('width="300" height="200"') })
  expect(small).not.toHaveProperty('thumbnail_url')
  expect((await ask({ url, format: 'xml' })).status).toBe(501)
  expect((await ask({})).status).toBe(400)
  expect((await ask({ url, maxwidth: 'wide' })).status).toBe(400)
  for (const foreign of [`${first}/t/no-such-page-abcdef`, 'https://other.example/t/a', `${first}/transcripts/${slug}`])
    expect((await ask({ url: foreign })).status).toBe(404)
})

test('a page unpublished at one process is gone from the other immediately', async () => {
  const slug = await publishAndKeep('unpublished')
  expect((await call('DELETE', `${first}/v1/publish/${slug}`)).status).toBe(204)
  await expectGone(slug)
  expect(await remains('unpublished')).toBe(1)
})

test('removed from the history at one process, it is gone from the other, and its text from the database', async () => {
  const slug = await publishAndKeep('removed')
  const list = await call('GET', `${second}/v1/me/transcriptions`)
  const { transcriptions } = (await list.json()) as { transcriptions: { id: string; slug: string | null }[] }
  const libraryItem = transcriptions.find((one) => one.slug === slug)
  expect((await call('DELETE', `${second}/v1/me/transcriptions/${libraryItem?.id}?permanently=true`)).status).toBe(204)
  await expectGone(slug)
  expect(await remains('removed')).toBe(0)
})

test('with its account deleted at one process, all is gone from the other', async () => {
  const slugs = [await publishAndKeep('one'), await publishAndKeep('two')]
  const { rows } = await database.query<{ email: string }>('select email from users where is_local')
  expect((await call('DELETE', `${first}/v1/me`, { email: rows[0]?.email })).status).toBe(200)
  for (const slug of slugs) await expectGone(slug)
  expect((await call('GET', `${second}/v1/me/transcriptions`)).status).toBe(401)
  expect([await remains('one'), await remains('two'), await remains('unpublished')]).toEqual([0, 0, 0])
})
