import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import type { Transcription, TranscriptionBatchOutcomes, TranscriptionList } from '../contract'

const service = await useService()
const user = await newUser()
let made = 0

async function store(userId = user.userId) {
  made += 1
  const stored = { videoId: `tags-${made}`, title: `Talk ${made}`, lines: [`Sentence ${made}.`] }
  return (await storeTestTranscript(userId, stored)).libraryItemId
}

const call = (method: string, path: string, body?: unknown, key = user.apiKey) =>
  service.call(method, `/v1/me/${path}`, { key, ...(body === undefined ? {} : { body }) })
const tag = (id: string, tags: readonly string[]) => call('PATCH', `transcriptions/${id}`, { tags })
const list = async (query: string) => (await call('GET', `transcriptions?${query}`)).body as TranscriptionList
const batch = async (body: unknown, key = user.apiKey) =>
  ((await call('POST', 'transcriptions/batch', body, key)).body as TranscriptionBatchOutcomes).outcomes

test('tags are distinguished regardless of case, listed with their counts, and filter the list together with the rest', async () => {
  const [first, second, third] = [await store(), await store(), await store()]
  expect((await tag(first, ['Work', ' big   project ', 'WORK'])).body).toMatchObject({ tags: ['big project', 'Work'] })
  expect((await tag(second, ['work'])).body).toMatchObject({ tags: ['Work'] })
  expect((await call('GET', 'tags')).body).toEqual({
    tags: [
      { name: 'big project', transcriptions: 1 },
      { name: 'Work', transcriptions: 2 },
    ],
  })
  const ids = async (query: string) => (await list(query)).transcriptions.map(({ id }) => id)
  expect(await ids('tag=wOrK')).toEqual([second, first])
  expect(await ids('tag=work&order=asc&limit=1')).toEqual([first])
  expect(await list('tag=work&limit=1&offset=1')).toMatchObject({ total: 2, total_exact: true })
  expect(await ids('tag=work&platform=x')).toEqual([])
  expect(await ids('tag=work&search=Sentence')).toEqual([second, first])
  expect(await ids('tag=big%20project&q=TAGS')).toEqual([first])
  expect(await ids('tag=nothing')).toEqual([])
  expect(await ids('')).toContain(third)
  expect((await list('')).transcriptions.find(({ id }) => id === third)?.tags).toEqual([])

  expect((await tag(first, [])).body).toMatchObject({ tags: [] })
  expect((await call('GET', 'tags')).body).toEqual({ tags: [{ name: 'Work', transcriptions: 1 }] })
})

test('a transcript has at most 20 tags of 40 characters, and an account 200', async () => {
  const own = await newUser()
  const by = (id: string, tags: readonly string[]) => call('PATCH', `transcriptions/${id}`, { tags }, own.apiKey)
  const names = (from: number) => Array.from({ length: 20 }, (_, index) => `tag ${from + index}`)
  const id = await store(own.userId)
  expect((await by(id, [...names(0), 'one more'])).status).toBe(422)
  expect((await by(id, ['x'.repeat(41)])).status).toBe(422)
  expect((await by(id, ['  '])).status).toBe(422)
  expect((await by(id, ['ü'.repeat(40)])).status).toBe(200)
  for (let from = 0; from < 180; from += 20) expect((await by(await store(own.userId), names(from))).status).toBe(200)
  const last = await store(own.userId)
  expect((await by(last, names(1000))).body).toMatchObject({ status: 409, code: 'too_many_tags' })
  expect((await by(last, names(1000).slice(0, 19))).status).toBe(200)
  const [outcome] = await batch({ action: 'add_tags', ids: [last], tags: ['tag 0', 'tag 1'] }, own.apiKey)
  expect(outcome?.error).toMatchObject({ code: 'too_many_tags', detail: expect.stringContaining('20 tags') })
})

test('tags of another user are not seen, counted or changed', async () => {
  const other = await newUser()
  const id = await store()
  await tag(id, ['Private'])
  expect((await call('GET', 'tags', undefined, other.apiKey)).body).toEqual({ tags: [] })
  const { body } = await call('GET', 'transcriptions?tag=private', undefined, other.apiKey)
  expect((body as TranscriptionList).total).toBe(0)
  for (const action of ['add_tags', 'remove_tags', 'delete', 'publish', 'unpublish', 'restore']) {
    const [outcome] = await batch({ action, ids: [id], tags: ['Private'] }, other.apiKey)
    expect(outcome).toMatchObject({ id, slug: null, error: { code: 'not_found', status: 404 } })
  }
  expect((await call('PATCH', `transcriptions/${id}`, { tags: [] }, other.apiKey)).status).toBe(404)
  expect((await list('tag=private')).transcriptions.map((one: Transcription) => one.id)).toEqual([id])
})

test('one call changes many transcripts, in order, and says of each what became of it', async () => {
  const ids = [await store(), await store()]
  const none = '0199e3f1-3c02-7a90-8a51-0c6d2b7f4e21'
  const tagged = await batch({ action: 'add_tags', ids: [...ids, none], tags: ['Batch'] })
  expect(tagged.map(({ error }) => error?.code ?? null)).toEqual([null, null, 'not_found'])
  expect((await list('tag=batch')).total).toBe(2)
  const published = await batch({ action: 'publish', ids })
  expect(published.map(({ slug }) => slug)).toEqual([expect.stringMatching(/^talk-/), expect.stringMatching(/^talk-/)])
  await batch({ action: 'delete', ids })
  expect((await list('tag=batch')).total).toBe(0)
  const restored = await batch({ action: 'restore', ids })
  expect(restored.map(({ slug }) => slug)).toEqual(published.map(({ slug }) => slug))
  expect((await batch({ action: 'unpublish', ids })).map(({ slug, error }) => [slug, error])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(await db().publication.count({ where: { userId: user.userId } })).toBe(0)
  await batch({ action: 'remove_tags', ids, tags: ['BATCH'] })
  expect((await list('tag=batch')).total).toBe(0)
  const tooMany = await call('POST', 'transcriptions/batch', { action: 'delete', ids: Array(101).fill(none) })
  expect(tooMany.status).toBe(422)
})
