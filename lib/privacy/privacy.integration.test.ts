import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { fromBuffer, type Entry as ZipEntry } from 'yauzl'
import type { NewUser } from '@/lib/accounts/create-user'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { api } from '@/lib/api/app'
import type { Transcript } from '@/lib/captions/transcript'
import { db, pool } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { makeConnection } from '@/lib/oauth/connections/make-connection'
import type { SignResponse } from '@/lib/uploads/contract'
import { notifyWebhooks } from '@/lib/webhooks/notify-webhooks'
import { endedBatch } from '@/test/ended-batch'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { storeTestTranscript } from '@/test/store-transcript'
import { TUS } from '@/test/tus-headers'

const CAPTIONS = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nSpoken for everyone.\n'
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nSpoken in private.\n'
const origin = await startOrigin([
  ({ url }) =>
    url.endsWith('.vtt') || url.includes('?key=')
      ? { headers: { 'content-type': 'text/vtt' }, body: CAPTIONS }
      : { body: 'ok' },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

const PUBLIC_LINK = 'https://media.example/public.vtt'

function ask(key: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return service.call('POST', '/v1/transcript', { key, body, headers })
}

/** A job of these users without a worker. */
async function runningJob(...userIds: string[]): Promise<string> {
  const url = `https://media.example/${newId()}.mp3`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url } })
  const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en', status: 'queued' } })
  for (const userId of userIds) {
    const libraryItem = await db().libraryItem.create({
      data: { id: newId(), userId, mediaId: media.id, requestedLang: 'en', jobId: job.id },
    })
    await db().jobCaller.create({ data: { jobId: job.id, userId, libraryItemId: libraryItem.id } })
  }
  return job.id
}

/** An account that has used everything there is, with what its remains would show. */
async function livedIn() {
  const user = await newUser()
  const { apiKey: key, userId } = user
  const stored = await upload(service, key, 'very-private-name.srt', SRT)
  expect((await ask(key, { upload: stored }, { 'idempotency-key': `idem-${userId}` })).status).toBe(200)
  expect((await ask(key, { url: PUBLIC_LINK })).status).toBe(200)
  expect((await ask(key, { url: 'https://media.example/talk.mp3?key=my-own-secret' })).status).toBe(200)
  const published = await service.call('POST', '/v1/publish', { key, body: { url: PUBLIC_LINK } })
  const { slug } = published.body as { slug: string }
  const sound = await upload(service, key, 'private-sound.wav', silence(2))
  const { job_id } = (await ask(key, { upload: sound })).body as JobStarted
  const signed = await service.call('POST', '/v1/uploads/sign', {
    key,
    body: { filename: 'half-sent.wav', content_type: 'audio/wav', size_bytes: 100 },
  })
  const half = signed.body as SignResponse
  await service.call('PATCH', half.resumable_url ?? '', {
    raw: 'x'.repeat(50),
    headers: { 'upload-offset': '0', ...TUS },
  })
  const grant = { userId, kind: 'app' as const, name: 'My assistant', scope: 'transcripts:read', resource: null }
  const { token } = await db().$transaction((tx) => makeConnection(tx, null, grant))
  await service.call('POST', '/v1/me/webhooks', { key, body: { url: `${origin.url}/my-own-hook` } })
  await db().$transaction((tx) => notifyWebhooks(tx, userId, 'batch.done', endedBatch(userId)))
  await pool().query(`insert into rate_limit values ($1, now() + interval '1 hour')`, [`default:${userId}`])
  const link = { identifier: user.email, token: newId(), expires: new Date(Date.now() + 60_000) }
  await db().verificationToken.create({ data: link })
  await db().importBatch.create({ data: { id: newId(), userId, sourceUrl: 'https://feeds.example/my-own-feed' } })
  const watched = { url: 'https://feeds.example/my-own-watch', every: '1d' }
  const watch = await service.call('POST', '/v1/watches', { key, body: watched })
  const { id: watchId } = watch.body as { id: string }
  const item = { position: 0, title: 'my-own-episode', keys: [], state: 'seen' as const }
  await db().watchItem.create({ data: { watchId, userId, ...item } })
  const bought = await service.call('POST', '/v1/checkout', { key, body: { tier: 'ultra' } })
  const session = (bought.body as { url: string }).url.split('/').at(-1) ?? ''
  const paid = await service.call('POST', `/v1/sandbox/checkout/${session}`, { key, body: { step: 'pay' } })
  expect(paid.status).toBe(200)
  const { customerId } = await db().billingAccount.findUniqueOrThrow({ where: { userId } })
  const ids = [stored, sound, half.object_path].map((name) => name.split('/')[1] ?? '')
  return { user, key, token: token.access_token, job_id, half, ids, customerId, slug }
}

/** Finds a text in any row of any table; returns the table and the start of the row. */
async function findInDatabase(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await pool().query<{ row: string }>(
      `select left(t::text, 200) as row from "${name}" t where position($1 in t::text) > 0 limit 3`,
      [text],
    )
    found.push(...hits.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

async function findOnDisk(text: string): Promise<string[]> {
  const entries = await readdir(env().dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (file.includes(text) || (entry.isFile() && (await readFile(file)).includes(text))) found.push(file)
  }
  return found
}

function remove({ apiKey, email }: NewUser, as = email) {
  return service.call('DELETE', '/v1/me', { key: apiKey, body: { email: as } })
}

describe('deleting an account', () => {
  test('removes it from every table and folder, and every credential is refused immediately', async () => {
    const { user, key, token, half, ids, customerId, slug } = await livedIn()
    const needles = [user.userId, user.email, 'very-private-name', 'private-sound', 'half-sent', 'my-own-hook']
    const all = [
      ...needles,
      customerId,
      slug,
      'Spoken in private',
      'my-own-secret',
      'my-own-feed',
      'my-own-watch',
      'my-own-episode',
      'My assistant',
      ...ids,
    ]
    for (const needle of all) expect(await findInDatabase(needle), needle).not.toEqual([])
    const callers = await Promise.all(ids.map(findOnDisk))
    expect(callers.every((files) => files.length > 0)).toBe(true)
    const public_ = (await ask(key, { url: PUBLIC_LINK })).body as Transcript

    const answer = await remove(user, ` ${user.email.toUpperCase()} `)
    expect([answer.status, answer.body]).toEqual([200, { deleted: true }])
    for (const needle of all) {
      expect(await findInDatabase(needle), needle).toEqual([])
      expect(await findOnDisk(needle), needle).toEqual([])
    }
    for (const credential of [key, token]) {
      expect((await service.call('GET', '/v1/me/api-key', { key: credential })).status).toBe(401)
    }
    expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(404)
    expect((await service.call('GET', half.resumable_url ?? '')).status).toBe(410)
    expect((await service.call('GET', `/v1/jobs/${public_.id}`, { key })).status).toBe(401)
  })

  test('leaves what is public to everyone else', { tags: 'deep' }, async () => {
    const other = await newUser()
    const mine = (await ask(other.apiKey, { url: PUBLIC_LINK })).body as Transcript
    const { user } = await livedIn()
    const before = await db().transcript.count({ where: { media: { url: PUBLIC_LINK } } })
    await remove(user)
    expect(await db().transcript.count({ where: { media: { url: PUBLIC_LINK } } })).toBe(before)
    const again = (await ask(other.apiKey, { url: PUBLIC_LINK })).body as Transcript
    expect([again.id, again.cached, again.text]).toEqual([mine.id, true, mine.text])
  })

  test('ends its jobs, but not those that others wait for too', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const [own, shared] = [await runningJob(user.userId), await runningJob(user.userId, other.userId)]
    expect((await remove(user)).status).toBe(200)
    expect(await db().job.count({ where: { id: own } })).toBe(0)
    const job = (await service.call('GET', `/v1/jobs/${shared}`, { key: other.apiKey })).body as Job
    expect(job.status).toBe('queued')
    expect(await findInDatabase(user.userId)).toEqual([])
  })

  test.each(['', 'someone@else.example', 'undefined'])('is not done on the address %j', async (email) => {
    const user = await newUser()
    const answer = await remove(user, email)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('email_mismatch')])
    expect((await service.call('GET', '/v1/me/api-key', { key: user.apiKey })).status).toBe(200)
    expect((await service.call('DELETE', '/v1/me', { key: user.apiKey })).status).toBe(422)
  })

  test('stops a file that is just coming, which does not stay', async () => {
    const user = await newUser()
    const body = { filename: 'a.wav', content_type: 'audio/wav' }
    const target = (await service.call('POST', '/v1/uploads/sign', { key: user.apiKey, body })).body as SignResponse
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const slow = new ReadableStream({
      async pull(controller) {
        await arrived
        controller.enqueue(Buffer.from('late-bytes'))
        controller.close()
      },
    })
    const put = service.call('PUT', target.upload_url, { raw: slow })
    const claimed = () => db().upload.count({ where: { userId: user.userId, sizeBytes: { not: null } } })
    await expect.poll(claimed).toBe(1)
    await remove(user)
    arrive()
    expect((await put).status).toBe(410)
    expect(await findOnDisk('late-bytes')).toEqual([])
  })

  test('in local mode gives an empty one in its place', async () => {
    const local = await ensureLocalAccount()
    if (!local) throw new Error('there was a local account before')
    await ask(local.apiKey, { url: PUBLIC_LINK })
    const cookie = await localBrowserCookie()
    const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie }
    const body = { email: 'you@localhost' }
    expect((await service.call('DELETE', '/v1/me', { headers, body })).status).toBe(200)
    const page = await service.call('GET', '/v1/me/api-key', { headers })
    expect(page.status).toBe(200)
    const now = await db().user.findFirstOrThrow({ where: { isLocal: true } })
    expect(now.id).not.toBe(local.userId)
    expect(await db().libraryItem.count({ where: { userId: now.id } })).toBe(0)
    expect((await service.call('GET', '/v1/me/api-key', { key: local.apiKey })).status).toBe(401)
  })
})

/** The files of an archive, by name; checksums are checked. */
function unzip(archive: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const files: Record<string, string> = {}
      zip.on('entry', (libraryItem: ZipEntry) =>
        zip.openReadStream(libraryItem, async (failed, stream) => {
          if (failed) return reject(failed)
          files[libraryItem.fileName] = (await buffer(stream)).toString()
          zip.readEntry()
        }),
      )
      zip.on('end', () => resolve(files))
      zip.on('error', reject)
      zip.readEntry()
    })
  })
}

async function exported(key: string): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await api().request('http://localhost:3000/v1/me/export', { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="verbatim-export-[\d-]{10}\.zip"$/)
  return unzip(Buffer.from(await response.arrayBuffer()))
}

describe('an export', () => {
  test('holds everything of the account, and nothing of another user or any secret', async () => {
    const { user, key, token, ids } = await livedIn()
    const other = await livedIn()
    const files = await exported(key)
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ id: user.userId, email: user.email, tier: 'pro' })
    const history = JSON.parse(files['history.json'] ?? '') as { title: string; url: string }[]
    expect(history.map(({ title }) => title)).toEqual(expect.arrayContaining(['very-private-name', 'private-sound']))
    const texts = Object.keys(files).filter(
      (name) => name.startsWith('transcripts/') && /very-private-name-auto|very-private-name-en/.test(name),
    )
    expect(texts.map((name) => name.split('.').at(-1)).sort()).toEqual(['json', 'srt', 'txt'])
    const [json, srt, txt] = texts.sort().map((name) => files[name] ?? '')
    expect((JSON.parse(json ?? '') as Transcript).segments?.[0]?.text).toBe('Spoken in private.')
    expect([srt?.trim(), txt?.trim()]).toEqual([SRT.trim(), 'Spoken in private.'])
    const uploads = JSON.parse(files['records/upload.json'] ?? '') as { id: string }[]
    expect(uploads.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const name of [
      'import_batch',
      'usage_period',
      'usage_charge',
      'oauth_grant',
      'webhook_endpoint',
      'job_caller',
    ]) {
      expect(JSON.parse(files[`records/${name}.json`] ?? ''), name).toBeInstanceOf(Array)
    }
    const whole = Object.values(files).join('\n')
    for (const foreign of [other.user.userId, other.user.email, ...other.ids]) expect(whole).not.toContain(foreign)
    for (const secret of [key, token, 'whsec_']) expect(whole).not.toContain(secret)
  })

  test('has corrected texts as they are, and every revision with the text before', async () => {
    const { apiKey: key, userId } = await newUser()
    const { libraryItemId: id } = await storeTestTranscript(userId, {
      videoId: newId(),
      lines: ['One marmit.', 'Two.'],
    })
    for (const [find, replace] of [
      ['marmit', 'marmot'],
      ['Two', 'Three'],
    ]) {
      await service.call('POST', `/v1/me/transcriptions/${id}/replace`, { key, body: { find, replace } })
    }
    const files = await exported(key)
    expect(Object.values(files).some((file) => file.includes('One marmot. Three.'))).toBe(true)
    const revisions = JSON.parse(files['records/revision.json'] ?? '') as { number: number }[]
    expect(revisions.map(({ number }) => number).sort()).toEqual([1, 2])
    expect(files['records/revision.json']).toContain('One marmit.')
  })

  test('is complete for an account that has nothing', async () => {
    const files = await exported((await newUser()).apiKey)
    expect(files['history.json']).toBe('[]\n')
    expect(Object.keys(files).filter((name) => name.startsWith('transcripts/'))).toEqual([])
  })

  test('names files so that no title leads out of the archive', async () => {
    const user = await newUser()
    const titles = ['../../etc/passwd', '/root', 'a\u0000b', '\ud800', 'CON', '…', 'ä'.repeat(500)]
    for (const [index, title] of titles.entries()) {
      const url = `https://media.example/${index}-${newId()}`
      const clean = title.replace('\u0000', '').toWellFormed()
      const media = await db().media.create({
        data: { id: newId(), platform: 'podcast', videoId: url, url, title: clean },
      })
      const transcript = await db().transcript.create({
        data: {
          id: newId(),
          mediaId: media.id,
          requestedLang: '../en',
          source: 'captions',
          availableLangs: [],
          segments: [[0, 1000, 'x']],
          coveredMs: 1000,
          totalMs: 1000,
          complete: true,
          warnings: [],
        },
      })
      const libraryItem = {
        id: newId(),
        userId: user.userId,
        mediaId: media.id,
        requestedLang: '../en',
        transcriptId: transcript.id,
      }
      await db().libraryItem.create({ data: libraryItem })
    }
    const names = Object.keys(await exported(user.apiKey)).filter((name) => name.startsWith('transcripts/'))
    expect(names).toHaveLength(titles.length * 3)
    for (const name of names) expect(name).toMatch(/^transcripts\/[\p{L}\p{N}-]{1,140}\.(json|txt|srt)$/u)
  })
})

test("a store that can't be reached keeps the account, to be deleted later", async () => {
  const user = await newUser()
  await upload(service, user.apiKey, 'kept.srt', SRT)
  setEnv({ S3_BUCKET: 'nowhere', S3_ENDPOINT: 'http://127.0.0.1:9', S3_FORCE_PATH_STYLE: 'true' })
  setEnv({ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })
  const answer = await remove(user)
  expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
  setEnv({ S3_BUCKET: '' })
  expect((await service.call('GET', '/v1/me/api-key', { key: user.apiKey })).status).toBe(200)
  expect((await remove(user)).status).toBe(200)
})
