import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { api } from '@/lib/api/app'
import type { Transcript } from '@/lib/captions/transcript'
import { db, pool } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { JobStarted } from '@/lib/jobs/contract'
import { checkWatch } from '@/lib/watches/check/check-watch'
import { claimWatch } from '@/lib/watches/watch-table'
import { connectClient } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { openArchive } from '@/test/open-archive'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { type Answer, type Call, ended, newUser } from '@/test/service'
import type { ImportBatch, ImportItem, ResolveResponse } from './contract'
import type { ImportPreview } from './preview/contract'

// Sound is really transcribed, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 })

const USERNAME = 'reader-of-the-feeds'
const PASSWORD = 'pass/word-öf:feeds'
const WRONG = 'wrong-pass-of-feeds'
const CHANGED = 'changed-pass-of-feeds'
const basicOf = (password: string) => `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`
const BASIC = basicOf(PASSWORD)
const FEED = 'https://members.example/feed.xml'
const HUB = 'https://hub.example/subscribe'

const linkOf = (url: string, password = PASSWORD) =>
  url.replace('https://', `https://${encodeURIComponent(USERNAME)}:${encodeURIComponent(password)}@`)

const sound = await readFile('test/fixtures/audio/jfk.mp3')
const captions = (text: string) => `WEBVTT\n\n00:01.000 --> 00:10.000\n${text}\n`

type Item = { id: string; audio?: string; transcript?: string }
const item = ({ id, audio = `/${id}.mp3`, transcript }: Item) => `<item><guid>${id}</guid><title>Episode ${id}</title>
  <itunes:duration>10</itunes:duration><enclosure url="${audio}" type="audio/mpeg"/>${
    transcript ? `<podcast:transcript url="${transcript}" type="text/vtt"/>` : ''
  }</item>`
const rss = (items: readonly Item[], next = '') => `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel><title>For members</title><language>en</language><atom:link rel="hub" href="${HUB}"/>${next}
  ${items.map(item).join('')}</channel></rss>`

const FIRST: Item[] = [
  { id: 'spoken' },
  { id: 'written', transcript: '/written.vtt' },
  { id: 'elsewhere', audio: 'https://open.example/elsewhere.mp3', transcript: '/elsewhere.vtt' },
  { id: 'moved' },
]
let listed = FIRST
/** The password that the origin accepts. */
let accepted = PASSWORD
/** Whether the origin lets everyone in. */
let isOpen = false

const file = (body: string | Uint8Array, type: string): OriginAnswer => ({ headers: { 'content-type': type }, body })
const origin = await startOrigin([
  ({ host, path: wanted, headers }) => {
    if (host === 'open.example') return file(sound, 'audio/mpeg')
    if (host !== 'members.example') return { status: 404 }
    if (headers.authorization !== basicOf(accepted) && !isOpen) {
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="members"' }, body: 'Members only' }
    }
    if (wanted === '/feed.xml') {
      const next = '<atom:link rel="next" href="/feed.xml?page=2"/>'
      return { ...file(rss(listed, next), 'application/rss+xml'), headers: { etag: `"${listed.length}"` } }
    }
    if (wanted === '/feed.xml?page=2') return file(rss([{ id: 'older', transcript: '/older.vtt' }]), 'text/xml')
    if (wanted === '/moved.mp3') return { status: 302, headers: { location: 'https://open.example/moved.mp3' } }
    if (wanted.endsWith('.vtt')) return file(captions(`Written for members at ${wanted}`), 'text/vtt')
    return wanted.endsWith('.mp3') ? file(sound, 'audio/mpeg') : { status: 404 }
  },
])
const { service, url: connector } = await useConnector()
trustOrigin(origin)
afterAll(() => origin.close())

const logged: string[] = []
vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
/** All that the service has answered. */
const answered: string[] = []

beforeEach(() => {
  listed = FIRST
  accepted = PASSWORD
  isOpen = false
  origin.requests.length = 0
})

async function call(method: string, address: string, sent: Call = {}): Promise<Answer> {
  const answer = await service.call(method, address, sent)
  answered.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}
const post = ({ apiKey }: NewUser, address: string, body: object) => call('POST', address, { key: apiKey, body })
const get = ({ apiKey }: NewUser, address: string) => call('GET', address, { key: apiKey })

async function imported(user: NewUser, body: object): Promise<ImportBatch> {
  const answer = await post(user, '/v1/import', body)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('batch_id')])
  const { batch_id } = answer.body as { batch_id: string }
  const read = async () => (await get(user, `/v1/import/${batch_id}`)).body as ImportBatch
  const isRunning = async () => ['queued', 'in_progress'].includes((await read()).status)
  await expect.poll(isRunning, { timeout: 150_000, interval: 100 }).toBe(false)
  return read()
}

const itemsOf = async (user: NewUser, { id }: ImportBatch) =>
  ((await get(user, `/v1/import/${id}/items?limit=100`)).body as { items: ImportItem[] }).items

async function transcribed(user: NewUser, body: object): Promise<Transcript> {
  const answer = await post(user, '/v1/transcript', body)
  if (answer.status === 200) return answer.body
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('job_id')])
  const job = await ended(service, user.apiKey, (answer.body as JobStarted).job_id)
  answered.push(JSON.stringify(job))
  expect(job.status).toBe('done')
  return job.transcript as Transcript
}

const textOf = ({ segments }: Transcript) => segments?.map(({ text }) => text).join(' ') ?? ''
const asked = (host: string) => origin.requests.filter(({ url }) => new URL(url).hostname === host)

/** The links of a user that are stored with a token. */
async function sealedLinks({ userId }: NewUser): Promise<string[]> {
  const { rows } = await pool().query<{ link: string }>(
    `select source_url as link from import_batch where user_id = $1 and source_url like '%sealed:%'
     union select audio_url from import_item where user_id = $1 and audio_url like '%sealed:%'
     union select source_url from watch where user_id = $1 and source_url like '%sealed:%'`,
    [userId],
  )
  return rows.map(({ link }) => link)
}

describe('a feed with a user name and a password', () => {
  test('is imported with its pages, recordings and transcripts, and shown without them', async () => {
    const user = await newUser()
    const batch = await imported(user, { url: linkOf(FEED) })
    expect(batch).toMatchObject({ status: 'done', source_url: FEED, title: 'For members', total: 5, done: 5 })
    const items = await itemsOf(user, batch)
    expect(items.map(({ audio_url, job_id }) => [audio_url, job_id !== null])).toEqual([
      ['https://members.example/spoken.mp3', true],
      ['https://members.example/written.mp3', false],
      ['https://open.example/elsewhere.mp3', false],
      ['https://members.example/moved.mp3', true],
      ['https://members.example/older.mp3', false],
    ])
    expect(new Set(asked('members.example').map(({ headers }) => headers.authorization))).toEqual(new Set([BASIC]))
    expect(asked('open.example').map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['https://open.example/moved.mp3', undefined],
    ])
    const one = (await get(user, `/v1/me/transcriptions/${items[0]?.transcript_id}`)).body as Transcript
    expect(one).toMatchObject({ url: 'https://members.example/spoken.mp3', title: 'Episode spoken' })
    expect(await imported(user, { url: linkOf(FEED) })).toMatchObject({ total: 5, skipped: 5 })
  })

  test('is previewed and resolved, and each of its episodes opens by the link that was shown', async () => {
    const user = await newUser()
    const preview = (await post(user, '/v1/import/preview', { url: linkOf(FEED) })).body as ImportPreview
    expect(preview).toMatchObject({ url: FEED, count: 5, cost: { items: 5 } })
    const { episodes } = (await post(user, '/v1/podcast/resolve', { url: linkOf(FEED) })).body as ResolveResponse
    expect(episodes?.map(({ guid }) => guid)).toEqual(['spoken', 'written', 'elsewhere', 'moved', 'older'])
    const [spoken, written] = episodes ?? []
    const text = await transcribed(user, { audio: written?.audio_url })
    expect(text).toMatchObject({ source: 'captions', title: 'Episode written', url: written?.audio_url })
    expect(textOf(text)).toContain('Written for members')
    expect(await transcribed(user, { url: spoken?.audio_url })).toMatchObject({ source: 'speech_to_text' })
    expect(await post(user, '/v1/resolve', { url: linkOf(FEED) })).toMatchObject({ status: 200, body: { url: FEED } })
    const after = (await post(user, '/v1/import/preview', { url: linkOf(FEED) })).body as ImportPreview
    expect(after.already_transcribed).toBe(2)
  })

  test('a recording alone opens like its episodes', { tags: 'deep' }, async () => {
    const user = await newUser()
    const link = 'https://members.example/alone.mp3'
    const resolved = (await post(user, '/v1/podcast/resolve', { url: linkOf(link) })).body as ResolveResponse
    expect(resolved).toMatchObject({ kind: 'audio', audio_url: link })
    expect(await transcribed(user, { audio: link })).toMatchObject({ url: link, title: 'alone' })
    const batch = await imported(user, { url: linkOf('https://members.example/other.mp3') })
    expect(await itemsOf(user, batch)).toMatchObject([{ status: 'done', guid: 'https://members.example/other.mp3' }])
  })

  test('is watched, without asking its hub, and needs its credentials once', { tags: 'deep' }, async () => {
    const user = await newUser()
    const hook = { url: `${origin.url}/hook`, events: ['watch.item', 'import.done'] }
    await post(user, '/v1/me/webhooks', hook)
    const { baseUrl } = env()
    setEnv({ BASE_URL: 'https://verbatim.example' })
    const created = await post(user, '/v1/watches', { url: linkOf(FEED), backfill: 1 })
    expect([created.status, created.body]).toMatchObject([201, { url: FEED }])
    const { id, feed_url } = created.body as { id: string; feed_url: string }
    const read = async () => (await get(user, `/v1/watches/${id}`)).body as { last_checked_at: string; taken: number }
    await expect.poll(async () => (await read()).last_checked_at, { timeout: 30_000 }).not.toBeNull()
    listed = [{ id: 'new', transcript: '/new.vtt' }, ...FIRST]
    await db().watch.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } })
    expect(await claimWatch(id)).toBe(true)
    await checkWatch(id, AbortSignal.timeout(60_000))
    setEnv({ BASE_URL: baseUrl })
    const outcomes = async () =>
      ((await get(user, `/v1/watches/${id}/items`)).body as { items: ImportItem[] }).items.map(
        ({ title, status, audio_url }) => [title, status, audio_url],
      )
    await expect.poll(outcomes, { timeout: 60_000 }).toEqual([
      ['Episode new', 'done', 'https://members.example/new.mp3'],
      ['Episode spoken', 'done', 'https://members.example/spoken.mp3'],
    ])
    expect(asked('hub.example')).toEqual([])
    const feed = await call('GET', new URL(feed_url).pathname)
    expect(feed.text).toContain('href="https://members.example/new.mp3"')
    const again = await post(user, '/v1/watches', { url: FEED })
    expect([again.status, again.body]).toMatchObject([200, { id }])
    expect(await imported(user, { url: FEED, ids: ['new'] })).toMatchObject({ total: 1, skipped: 1 })
    const sent = await db().webhookDelivery.findMany({ where: { endpoint: { userId: user.userId } } })
    expect(sent.length).toBeGreaterThan(1)
    answered.push(...sent.map(({ payload }) => payload))
  })

  test('with a wrong password says so', async () => {
    const user = await newUser()
    const batch = await imported(user, { url: linkOf(FEED, WRONG) })
    expect([batch.status, batch.note]).toEqual(['error', expect.stringContaining('is not accepted')])
    const plain = await imported(user, { url: FEED })
    expect([plain.status, plain.note]).toEqual(['error', expect.stringContaining('Import or watch the feed')])
    const resolved = await post(user, '/v1/podcast/resolve', { url: linkOf(FEED, WRONG) })
    expect([resolved.status, resolved.body]).toMatchObject([403, { code: 'source_login_required' }])
    expect(resolved.text).toContain('is not accepted')
  })

  test('with a new password is known by its recordings', { tags: 'deep' }, async () => {
    const user = await newUser()
    expect(await imported(user, { url: linkOf(FEED), ids: ['spoken'] })).toMatchObject({ done: 1 })
    accepted = CHANGED
    const before = await imported(user, { url: FEED, ids: ['spoken'] })
    expect([before.status, before.note]).toEqual(['error', expect.stringContaining('is not accepted')])
    const again = await imported(user, { url: linkOf(FEED, CHANGED), ids: ['spoken', 'written'] })
    expect(again).toMatchObject({ total: 2, skipped: 1, done: 1 })
    expect(await imported(user, { url: FEED, ids: ['spoken'] })).toMatchObject({ skipped: 1 })
  })

  test('is to be entered again after the secret of the server was changed', async () => {
    const user = await newUser()
    expect(await imported(user, { url: linkOf(FEED), ids: ['written'] })).toMatchObject({ done: 1 })
    const secret = env().VERBATIM_SECRET ?? ''
    setEnv({ VERBATIM_SECRET: 'another secret of this very server' })
    const stale = await imported(user, { url: FEED, ids: ['older'] })
    expect([stale.status, stale.note]).toEqual(['error', expect.stringContaining('Enter the feed again')])
    expect(await imported(user, { url: linkOf(FEED), ids: ['older'] })).toMatchObject({ done: 1 })
    setEnv({ VERBATIM_SECRET: secret })
  })
})

describe('another user', () => {
  test('gets nothing by the plain link', async () => {
    const [user, other] = [await newUser(), await newUser()]
    await imported(user, { url: linkOf(FEED), ids: ['spoken', 'written', 'elsewhere'] })
    const refused = await imported(other, { url: FEED })
    expect([refused.status, refused.note]).toEqual(['error', expect.stringContaining('Import or watch the feed')])
    for (const body of [
      { audio: 'https://members.example/written.mp3' },
      { url: 'https://members.example/spoken.mp3' },
      { audio: 'https://members.example/spoken.mp3' },
    ]) {
      const answer = await post(other, '/v1/transcript', body)
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'source_login_required' }])
      expect(answer.text).toContain('Import or watch the feed')
    }
    expect(await db().feedCache.count({ where: { url: { contains: 'members.example' } } })).toBe(0)
  })

  test('has another text of the same recording, and nothing that only members read', { tags: 'deep' }, async () => {
    const [user, other] = [await newUser(), await newUser()]
    const link = 'https://members.example/written.mp3'
    await imported(user, { url: linkOf(FEED), ids: ['written', 'elsewhere'] })
    isOpen = true
    const open = await transcribed(other, { audio: link })
    expect(open).toMatchObject({ source: 'speech_to_text', url: link })
    const elsewhere = await transcribed(other, { audio: 'https://open.example/elsewhere.mp3' })
    expect(elsewhere.source).toBe('speech_to_text')
    expect(textOf(open) + textOf(elsewhere)).not.toContain('Written for members')
    const media = await db().media.findMany({ where: { url: link }, select: { accessKey: true, videoId: true } })
    expect(new Set(media.map(({ videoId }) => videoId)).size).toBe(1)
    expect(media.map(({ accessKey }) => accessKey !== '').toSorted()).toContain(false)
    const third = await newUser()
    const own = await imported(third, { url: linkOf(FEED), ids: ['spoken'] })
    const [item] = await itemsOf(third, own)
    expect(item?.job_id).not.toBeNull()
  })

  test('cannot use a sealed link, nor can the user for whom it was sealed', async () => {
    const [user, other] = [await newUser(), await newUser()]
    await imported(user, { url: linkOf(FEED), ids: ['written'] })
    const links = await sealedLinks(user)
    expect(links).toHaveLength(2)
    const before = origin.requests.length
    for (const someone of [user, other]) {
      for (const url of links) {
        const answers = [
          await post(someone, '/v1/import', { url }),
          await post(someone, '/v1/import/preview', { url }),
          await post(someone, '/v1/watches', { url }),
          await post(someone, '/v1/podcast/resolve', { url }),
          await post(someone, '/v1/resolve', { url }),
          await post(someone, '/v1/transcript', { url }),
          await post(someone, '/v1/transcript', { audio: url }),
          await post(someone, '/v1/publish', { url }),
          await get(someone, `/v1/publish/feed?${new URLSearchParams({ url })}`),
          await get(someone, `/v1/languages?${new URLSearchParams({ url })}`),
          await call('GET', `/v1/languages?${new URLSearchParams({ url })}`),
        ]
        for (const { status, text } of answers)
          expect([status, text]).toEqual([422, expect.stringContaining('blocked_url')])
      }
    }
    // An embed code of X is read for the link of its post.
    const hidden = `${links[0]}?class=twitter-tweet&u=https://x.com/someone/status/1`
    for (const address of ['/v1/import', '/v1/import/preview', '/v1/watches', '/v1/podcast/resolve', '/v1/resolve']) {
      const answer = await post(other, address, { url: hidden })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('blocked_url')])
    }
    const batch = await post(other, '/v1/batches', { items: links.map((url) => ({ url })) })
    expect([batch.status, batch.text]).toEqual([422, expect.stringContaining('blocked_url')])
    expect(origin.requests).toHaveLength(before)
  })
})

describe('a user name and a password', () => {
  const link = linkOf('https://members.example/written.mp3')

  test.each<[method: string, address: string, body?: object]>([
    ['POST', '/v1/transcript', { url: link }],
    ['POST', '/v1/transcript', { audio: link }],
    ['POST', '/v1/publish', { url: link }],
    ['POST', '/v1/batches', { items: [{ url: link }, { audio: link }] }],
    ['GET', `/v1/publish/feed?${new URLSearchParams({ url: link })}`],
    ['GET', `/v1/languages?${new URLSearchParams({ url: link })}`],
    ['POST', '/v1/import', { url: linkOf('https://www.youtube.com/playlist?list=PL46F0A159EC02DF82') }],
    ['POST', '/v1/watches', { url: linkOf('https://podcasts.apple.com/us/podcast/a-show/id1') }],
    ['POST', '/v1/podcast/resolve', { url: linkOf('https://127.0.0.1/feed.xml') }],
    ['POST', '/v1/import', { url: `https://${USERNAME}:${WRONG}@:x/` }],
    ['POST', '/v1/import', { url: `${USERNAME}:${WRONG}@members.example/feed.xml` }],
    ['POST', '/v1/import', { url: `${linkOf(FEED)}${'x'.repeat(3000)}` }],
  ])('is refused in %s %s', async (method, address, body) => {
    const { apiKey } = await newUser()
    const answer = await call(method, address, { key: apiKey, ...(body ? { body } : {}) })
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringMatching(/blocked_url|invalid_url|string_too_long/),
    ])
    expect(origin.requests).toEqual([])
  })

  test('is refused of a caller without an account', async () => {
    const answer = await call('GET', `/v1/languages?${new URLSearchParams({ url: link })}`)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('blocked_url')])
  })

  test('stays out of a batch whose other items are taken', async () => {
    const user = await newUser()
    const items = [{ url: link }, { url: 'https://open.example/talk.mp3' }]
    const { id } = (await post(user, '/v1/batches', { items })).body as { id: string }
    const read = async () =>
      (await get(user, `/v1/batches/${id}/items`)).body as { items: { url: string; status: string }[] }
    expect((await read()).items[0]).toMatchObject({ url: 'https://members.example/written.mp3', status: 'failed' })
  })
})

test('assistants, exports and public pages show no credentials, and a deleted account leaves none', async () => {
  const user = await newUser()
  const connected = await connectClient('SDK 1.32', connector, user.apiKey)
  for (const [tool, url] of [
    ['resolve_podcast', linkOf(FEED)],
    ['preview_import', linkOf(FEED)],
    ['import_podcast', linkOf(FEED)],
    ['watch_source', linkOf(FEED)],
    ['resolve_podcast', linkOf(FEED, WRONG)],
    ['get_transcript', linkOf(FEED)],
  ] as const) {
    answered.push(JSON.stringify(await connected.callTool(tool, { url })))
  }
  await connected.close()
  await imported(user, { url: FEED, ids: ['written'] })
  const links = await sealedLinks(user)
  expect(links.length).toBeGreaterThan(1)
  const published = await post(user, '/v1/publish', { url: 'https://members.example/written.mp3' })
  const { slug } = published.body as { slug: string }
  const page = await call('GET', `/v1/public/${slug}`)
  expect([page.status, page.body]).toMatchObject([200, { source_url: null }])

  const exported = await api().request('http://localhost:3000/v1/me/export', {
    headers: { authorization: `Bearer ${user.apiKey}` },
  })
  const zip = path.join(tmpdir(), `export-${newId()}.zip`)
  await writeFile(zip, Buffer.from(await exported.arrayBuffer()))
  const files = await openArchive(zip)
  await rm(zip)
  expect(files.get('records/import_batch.json')).toContain(FEED)
  answered.push(...files.values())

  const kept = () => db().sourceMemory.count({ where: { key: { startsWith: `episode:${user.userId}` } } })
  expect(await kept()).toBeGreaterThan(0)
  await call('DELETE', '/v1/me', { key: user.apiKey, body: { email: user.email } })
  expect(await kept()).toBe(0)
  expect(
    await db().media.count({ where: { url: 'https://members.example/older.mp3', libraryItems: { none: {} } } }),
  ).toBe(0)
})

test('no answer and no line of the log of these tests has a user name, a password or a token, and no table a password', async () => {
  const { rows } = await pool().query<{ link: string }>(
    `select source_url as link from import_batch union select source_url from watch union select audio_url from import_item`,
  )
  const tokens = rows.flatMap(({ link }) => /sealed:([\w-]+)@/.exec(link)?.[1] ?? [])
  expect(new Set(tokens).size).toBeGreaterThan(3)
  const given = [PASSWORD, WRONG, CHANGED]
  const passwords = [
    ...given,
    encodeURIComponent(PASSWORD),
    ...given.map((password) => basicOf(password).slice('Basic '.length)),
  ]
  const needles = [...passwords, USERNAME, 'sealed:', ...new Set(tokens)]
  expect(answered.length).toBeGreaterThan(100)
  for (const [name, texts] of [
    ['answers', answered],
    ['the log', logged],
  ] as const) {
    const all = texts.join('\n')
    expect([name, needles.filter((needle) => all.includes(needle))]).toEqual([name, []])
  }
  expect(logged.join('')).toContain('an import failed')
  const { rows: tables } = await pool().query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    for (const needle of [...passwords, USERNAME]) {
      const { rowCount } = await pool().query(`select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`, [
        needle,
      ])
      expect([name, needle, rowCount]).toEqual([name, needle, 0])
    }
  }
})
