import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import type { Transcription, TranscriptionList } from '@/lib/library/contract'
import { useService } from '@/test/service'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { makeBefore } from './testing/fill-release'

const MIGRATION = '20261122083200_one_text_one_entry'

const [owner, other] = [newId(), newId()]
const [media, upload] = [newId(), newId()]
/** By what is told apart below: en, en-GB and auto have one text; speech differs by a word; a part is a part. */
const texts = {
  en: newId(),
  gb: newId(),
  auto: newId(),
  pt: newId(),
  de: newId(),
  speechEn: newId(),
  speechAuto: newId(),
}
const libraryItems = {
  en: newId(),
  gb: newId(),
  auto: newId(),
  pt: newId(),
  de: newId(),
  failed: newId(),
  theirs: newId(),
}
const speechLibraryItems = { en: newId(), auto: newId() }
const job = newId()

const HELLO = [[0, 4000, 'Hello there.']]
const fallback = (detail: string) => [{ code: 'language_fallback', detail }]

type Text = [
  id: string,
  mediaId: string,
  asked: string,
  lang: string,
  source: string,
  segments: unknown,
  warnings: unknown,
]
const TEXTS: Text[] = [
  [texts.en, media, 'en', 'en-GB', 'captions', HELLO, []],
  [texts.gb, media, 'en-GB', 'en-GB', 'captions', HELLO, []],
  [texts.auto, media, 'auto', 'en-GB', 'captions', HELLO, []],
  [
    texts.pt,
    media,
    'pt',
    'en-GB',
    'captions',
    HELLO,
    fallback('You asked for Portuguese. Here is the original English.'),
  ],
  [texts.de, media, 'de', 'de', 'captions', [[0, 4000, 'Guten Tag.']], []],
  [texts.speechEn, upload, 'en', 'en', 'speech_to_text', [[0, 4000, 'one word']], []],
  [texts.speechAuto, upload, 'auto', 'en', 'speech_to_text', [[0, 4000, 'one ward']], []],
]

type Line = [
  id: string,
  userId: string,
  mediaId: string,
  asked: string,
  textId: string | null,
  coveredMs: number | null,
]
const LINES: Line[] = [
  [libraryItems.en, owner, media, 'en', texts.en, 2000],
  [libraryItems.gb, owner, media, 'en-GB', texts.gb, null],
  [libraryItems.auto, owner, media, 'auto', texts.auto, null],
  [libraryItems.pt, owner, media, 'pt', texts.pt, null],
  [libraryItems.de, owner, media, 'de', texts.de, null],
  [libraryItems.failed, owner, media, 'fr', null, null],
  [libraryItems.theirs, other, media, 'auto', texts.auto, null],
  [speechLibraryItems.en, owner, upload, 'en', texts.speechEn, null],
  [speechLibraryItems.auto, owner, upload, 'auto', texts.speechAuto, null],
]

const minutes = (count: number) => new Date(Date.UTC(2026, 10, 20, 12, count))

/** What a release before the migration wrote. */
async function fill(client: pg.Client): Promise<void> {
  for (const [id, email] of [
    [owner, 'owner@verbatim.test'],
    [other, 'other@verbatim.test'],
  ]) {
    await client.query('insert into users (id, email) values ($1, $2)', [id, email])
  }
  await client.query(
    `insert into media (id, platform, video_id, owner_id, url) values ($1, 'youtube', 'talk0000000', null, 'https://youtu.be/talk'),
       ($2, 'upload', $3, $4, 'http://localhost:3000/v1/uploads/a')`,
    [media, upload, newId(), owner],
  )
  for (const [index, [id, mediaId, asked, lang, source, segments, warnings]] of TEXTS.entries()) {
    await client.query(
      `insert into transcript (id, media_id, requested_lang, lang, source, available_langs, segments, covered_ms, total_ms,
         complete, warnings, created_at, tokens)
       values ($1, $2, $3, $4, $5, '{}', $6, 4000, 4000, true, $7, $8, array_to_tsvector('{hello}'))`,
      [id, mediaId, asked, lang, source, JSON.stringify(segments), JSON.stringify(warnings), minutes(index)],
    )
  }
  for (const [index, [id, userId, mediaId, asked, textId, coveredMs]] of LINES.entries()) {
    await client.query(
      `insert into entry (id, user_id, media_id, requested_lang, transcript_id, covered_ms, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, userId, mediaId, asked, textId, coveredMs, minutes(index)],
    )
  }
  await client.query(
    `insert into job (id, media_id, requested_lang, status, transcript_id, finished_at) values ($1, $2, 'auto', 'done', $3, now())`,
    [job, media, texts.auto],
  )
  await client.query('insert into job_caller (job_id, user_id, entry_id) values ($1, $2, $3)', [
    job,
    owner,
    libraryItems.auto,
  ])
  await client.query(
    `insert into publication (slug, entry_id, user_id, created_at) values ('page-auto', $1, $4, $5), ('page-pt', $2, $4, $6),
       ('page-de', $3, $4, $5)`,
    [libraryItems.auto, libraryItems.pt, libraryItems.de, owner, minutes(1), minutes(2)],
  )
  await client.query(
    'insert into usage_charge (user_id, media_id, lang, seconds, period_start) values ($1, $2, $3, 4, $4)',
    [owner, media, 'en-GB', minutes(0)],
  )
}

let databaseUrl = ''
const service = await useService({}, async (url) => {
  databaseUrl = url
  await makeBefore(MIGRATION, url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fill(client)
  await client.end()
  await migrate(url)
})

const { ensureApiKey } = await import('@/lib/accounts/api-keys/default-key')
const keyOf = async (userId: string) => (await ensureApiKey({ kind: 'local', userId, tier: 'pro' })).key ?? ''
const key = await keyOf(owner)
const read = async (id: string, as = key) => {
  const { status, body } = await service.call('GET', `/v1/me/transcriptions/${id}`, { key: as })
  return { status, body: body as Transcript }
}
const listed = async (query = '') =>
  ((await service.call('GET', `/v1/me/transcriptions${query}`, { key })).body as TranscriptionList).transcriptions

describe('a database that a release filled with a copy of a text for each language asked for', () => {
  test('is brought up to the schema', async () => {
    expect(await diffSchema(databaseUrl, process.cwd())).toBe('')
  })

  test('has one item for each text afterwards, and lost none that differs', async () => {
    const lines = await listed()
    expect(new Set(lines.map(({ id }) => id))).toEqual(
      new Set([libraryItems.en, libraryItems.de, libraryItems.failed, speechLibraryItems.en, speechLibraryItems.auto]),
    )
    const one = lines.find(({ id }) => id === libraryItems.en) as Transcription
    expect(one).toMatchObject({ requested_lang: 'en', requested_langs: ['en', 'auto', 'en-GB', 'pt'], complete: true })
    expect((await read(speechLibraryItems.en)).body.text).toBe('one word')
    expect((await read(speechLibraryItems.auto)).body.text).toBe('one ward')
    expect((await read(libraryItems.de)).body.text).toBe('Guten Tag.')
    expect(await db().transcript.count()).toBe(4)
  })

  test('counts, finds and filters what is left', async () => {
    const list = await service.call('GET', '/v1/me/transcriptions?platform=youtube&state=done', { key })
    expect(list.body).toMatchObject({ total: 2 })
    expect((await listed('?search=hello')).map(({ id }) => id)).toContain(libraryItems.en)
    expect((await listed('?search=hello')).length).toBe(4)
  })

  test('leads every former id, job and slug to what it has become', async () => {
    for (const id of [libraryItems.gb, libraryItems.auto, libraryItems.pt, job]) {
      expect(await read(id)).toMatchObject({
        status: 200,
        body: { id: libraryItems.en, text: 'Hello there.', complete: true },
      })
    }
    expect((await service.call('GET', `/v1/jobs/${job}`, { key })).body).toMatchObject({
      transcript: { id: libraryItems.en },
    })
    for (const slug of ['page-auto', 'page-pt']) {
      const page = await service.call('GET', `/v1/public/${slug}`)
      expect([page.status, page.body]).toMatchObject([
        200,
        { slug: 'page-auto', requested_lang: 'en-GB', warnings: [] },
      ])
    }
    expect((await service.call('GET', '/v1/public/index')).body).toMatchObject({
      items: [{ slug: 'page-auto' }, { slug: 'page-de' }],
    })
  })

  test('leaves another user the text that the copies of the first became', async () => {
    const theirs = await read(libraryItems.theirs, await keyOf(other))
    expect(theirs).toMatchObject({ status: 200, body: { text: 'Hello there.' } })
    const stranger = await createUser({ email: 'stranger@verbatim.test', tier: 'pro' })
    expect((await read(libraryItems.gb, stranger.apiKey)).status).toBe(404)
  })

  test('answers each of the languages again without asking the source or charging', async () => {
    for (const lang of ['en', 'en-GB', 'auto', 'pt']) {
      const body = { url: 'https://www.youtube.com/watch?v=talk0000000', lang }
      const answer = await service.call('POST', '/v1/transcript', { key, body })
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { id: libraryItems.en, requested_lang: lang, cached: true },
      ])
      const codes = (answer.body as Transcript).warnings.map(({ code }) => code)
      expect(codes).toEqual(lang === 'pt' ? ['language_fallback'] : [])
    }
    expect(await db().usageCharge.count()).toBe(1)
  })
})
