import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { Published } from '@/lib/publishing/contract'
import { newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import type { Transcription, TranscriptionList } from './contract'

const service = await useService()
const user = await newUser()
const key = user.apiKey
let made = 0
/** The id of the last video, as YouTube makes them. */
const videoId = () => `rename-${String(made).padStart(4, '0')}`

async function store(title: string, options: { coveredMs?: number; totalMs?: number } = {}) {
  made += 1
  const { libraryItemId } = await storeTestTranscript(user.userId, { videoId: videoId(), title, ...options })
  return libraryItemId
}

async function rename(id: string, body: unknown, by = key) {
  return service.call('PATCH', `/v1/me/transcriptions/${id}`, { key: by, body })
}

async function find(search: string): Promise<string[]> {
  const { body } = await service.call('GET', `/v1/me/transcriptions?search=${encodeURIComponent(search)}`, { key })
  return (body as TranscriptionList).transcriptions.map(({ id }) => id)
}

test('a new title replaces that of the source wherever the transcript is shown', async () => {
  const id = await store('Quarterly figures')
  const slug = ((await service.call('POST', `/v1/me/transcriptions/${id}/publish`, { key })).body as Published).slug
  const before = await service.call('GET', `/v1/public/${slug}`)

  const renamed = await rename(id, { title: '  Board meeting\nin May ' })
  expect(renamed.status).toBe(200)
  expect(renamed.body).toMatchObject({ id, title: 'Board meeting in May', source_title: 'Quarterly figures' })

  const { body: list } = await service.call('GET', '/v1/me/transcriptions', { key })
  expect((list as TranscriptionList).transcriptions.find((one) => one.id === id)?.title).toBe('Board meeting in May')
  const read = await service.call('GET', `/v1/me/transcriptions/${id}?format=markdown`, { key })
  expect((read.body as Transcript).title).toBe('Board meeting in May')
  expect((read.body as Transcript).content).toMatch(/^# Board meeting in May\n/)
  const page = await service.call('GET', `/v1/public/${slug}`)
  expect((page.body as Transcript).title).toBe('Board meeting in May')
  expect(page.headers.get('etag')).not.toBe(before.headers.get('etag'))
  const { body: published } = await service.call('GET', '/v1/publish', { key })
  expect(published).toMatchObject({ items: [{ slug, title: 'Board meeting in May' }] })
})

test('a transcript is found by its new title and by that of its source, and null restores the latter', async () => {
  const id = await store('Harvest in Umbria')
  await rename(id, { title: 'Olives with Grandmother' })
  expect(await find('grandmother olives')).toEqual([id])
  expect(await find('umbria')).toEqual([id])

  expect((await rename(id, { title: null })).body).toMatchObject({ title: 'Harvest in Umbria' })
  expect(await find('grandmother')).toEqual([])
  expect(await find('umbria')).toEqual([id])
})

test('a transcript of which the user has a part is found by its new title', async () => {
  const id = await store('Endless talk', { totalMs: 90_000, coveredMs: 4_000 })
  await rename(id, { title: 'Beginnings' })
  expect(await find('beginnings')).toEqual([id])
  await rename(id, { title: null })
  expect(await find('beginnings')).toEqual([])
})

test('an uploaded file is listed and found under the name of its file', async () => {
  const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello there.\n'
  const id = await upload(service, key, 'dentist-appointment.vtt', Buffer.from(captions))
  const made = await service.call('POST', '/v1/transcript', { key, body: { upload: id } })
  expect(made.status).toBe(200)
  const transcript = made.body as Transcript
  expect(transcript.title).toBe('dentist-appointment')
  expect(await find('dentist-appointment.vtt')).toEqual([transcript.id])
  await rename(transcript.id, { title: 'Teeth' })
  expect(await find('dentist-appointment.vtt')).toEqual([transcript.id])
})

test('asking for the same recording again keeps the new title', async () => {
  const id = await store('Old name')
  await rename(id, { title: 'New name' })
  const body = { url: `https://www.youtube.com/watch?v=${videoId()}`, lang: 'en' }
  const again = await service.call('POST', '/v1/transcript', { key, body })
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ id, title: 'New name', cached: true })
})

test('a body without a title changes nothing', async () => {
  const id = await store('As it was')
  const kept = await rename(id, {})
  expect(kept.status).toBe(200)
  expect((kept.body as Transcription).title).toBe('As it was')
})

test('an empty title, a longer one than 300 characters and a body that is no object are refused', async () => {
  const id = await store('Bounded')
  const kinds = async (body: unknown) => {
    const answer = await rename(id, body)
    expect(answer.status).toBe(422)
    return (answer.body as { detail: { type: string; loc: unknown[] }[] }).detail.map(({ type }) => type)
  }
  expect(await kinds({ title: '  ' })).toEqual(['string_too_short'])
  expect(await kinds({ title: 'x'.repeat(301) })).toEqual(['string_too_long'])
  expect(await kinds({ title: 7 })).toEqual(['string_type'])
  expect(await kinds(['title'])).toEqual(['model_attributes_type'])
  expect((await rename(id, { title: '🎧'.repeat(300) })).status).toBe(200)
})

test('a transcript of another user cannot be renamed', async () => {
  const id = await store('Mine')
  const other = await newUser()
  expect((await rename(id, { title: 'Theirs' }, other.apiKey)).status).toBe(404)
  expect((await rename('no-id', { title: 'Theirs' })).status).toBe(404)
  expect(await db().libraryItem.findUniqueOrThrow({ where: { id } })).toMatchObject({ customTitle: null })
})
