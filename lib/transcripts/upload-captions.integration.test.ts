import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { newUser, upload, useService } from '@/test/service'
import { findWaveform } from './library-item/find-waveform'

const speech = await readFile('test/fixtures/audio/jfk.mp3')
const service = await useService()

/** 11.05 seconds by its header, of which each begun one counts. */
const RECORDING_SECONDS = 12

/** Captions of two cues, the second of which has a broken time line. */
const damaged = '00:00:01,000 --> 00:00:03,000\nThe first words.\n\n00:00:O4,000 --> 00:00:05,000\nThey are lost.\n'
const whole = '00:00:01,000 --> 00:00:03,000\nOther words entirely.\n'

async function newCaller() {
  const { apiKey: key, userId } = await newUser()
  const ask = async (body: Record<string, unknown>) => {
    const answer = await service.call('POST', '/v1/transcript', { key, body })
    return { status: answer.status, body: answer.body as Transcript }
  }
  const send = (filename: string, bytes: BodyInit) => upload(service, key, filename, bytes)
  const usedSeconds = async () => (await db().usagePeriod.findFirst({ where: { userId } }))?.usedSeconds ?? 0
  return { key, userId, ask, send, usedSeconds }
}

test('captions uploaded with a recording are its text, charged once by the length of the recording', async () => {
  const { key, userId, ask, send, usedSeconds } = await newCaller()
  const [recording, captions] = [await send('talk.mp3', speech), await send('talk.srt', damaged)]
  const first = await ask({ upload: recording, captions })
  expect(first).toMatchObject({
    status: 200,
    body: {
      text: 'The first words.',
      source: 'captions',
      title: 'talk',
      cached: false,
      duration_seconds: RECORDING_SECONDS,
      total_seconds: RECORDING_SECONDS,
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'captions_damaged' })]),
    },
  })
  expect(await usedSeconds()).toBe(RECORDING_SECONDS)
  const { id } = first.body
  const item = await db().libraryItem.findUniqueOrThrow({ where: { id }, include: { media: true } })
  expect(item.media).toMatchObject({ kind: 'audio', videoId: recording.split('/')[1] })
  expect(await findWaveform({ kind: 'api_key', userId, tier: 'pro' }, id)).not.toHaveLength(0)

  const sourceUrl = `http://localhost:3000/v1/uploads/${captions.split('/')[1]}`
  const again = await ask({ upload: recording, captions: sourceUrl })
  expect(again).toMatchObject({ status: 200, body: { id, cached: true, text: 'The first words.' } })

  const others = await send('other.srt', whole)
  const other = await ask({ upload: recording, captions: others })
  expect(other).toMatchObject({ status: 200, body: { text: 'Other words entirely.', cached: false } })
  expect(await ask({ upload: recording, captions })).toMatchObject({ body: { text: 'The first words.', cached: true } })
  expect(await usedSeconds()).toBe(RECORDING_SECONDS)
  expect(await db().job.count()).toBe(0)

  expect(await service.call('DELETE', sourceUrl, { key })).toMatchObject({ status: 200 })
  expect(await service.call('GET', `/v1/me/transcriptions/${id}`, { key })).toMatchObject({
    body: { text: 'The first words.' },
  })
  expect(await ask({ upload: recording })).toMatchObject({ status: 202 })
})

test('a corrected text of uploaded captions is found by the captions only', { tags: 'deep' }, async () => {
  const { key, ask, send } = await newCaller()
  const [recording, captions] = [await send('talk.mp3', speech), await send('talk.srt', whole)]
  const { id } = (await ask({ upload: recording, captions })).body
  const { headers } = await service.call('GET', `/v1/me/transcriptions/${id}`, { key })
  const corrected = await service.call('PATCH', `/v1/me/transcriptions/${id}/segments`, {
    key,
    headers: { 'if-match': headers.get('etag') ?? '' },
    body: { edits: [{ index: 0, segments: [{ text: 'Corrected words.' }] }] },
  })
  expect(corrected.status).toBe(200)
  const again = await ask({ upload: recording, captions })
  expect(again).toMatchObject({ status: 200, body: { id, cached: true, text: 'Corrected words.' } })
  const others = await send('other.srt', damaged)
  expect((await ask({ upload: recording, captions: others })).body).toMatchObject({ text: 'The first words.' })
  expect(await ask({ upload: recording, captions })).toMatchObject({ body: { id, text: 'Corrected words.' } })
  expect(await ask({ upload: recording })).toMatchObject({ status: 202 })
})

test('captions that cannot be used are refused, with the field named', async () => {
  const [own, stranger] = [await newCaller(), await newCaller()]
  const recording = await own.send('talk.mp3', speech)
  const captions = await stranger.send('talk.srt', whole)
  const cases: [Record<string, unknown>, number, string][] = [
    [{ upload: recording, captions }, 404, 'not_found'],
    [{ upload: recording, captions: 'uploads/none' }, 404, 'not_found'],
    [{ upload: recording, captions: recording }, 415, 'unsupported_media'],
    [{ upload: recording, captions: await own.send('notes.txt', 'No captions at all.') }, 415, 'unsupported_media'],
  ]
  for (const [body, status, code] of cases) {
    expect(await own.ask(body), JSON.stringify(body)).toMatchObject({
      status,
      body: { code, detail: expect.stringMatching(/^captions/) },
    })
  }
  expect(await own.ask({ url: 'https://media.example/talk.mp3', captions: recording })).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'conflicting_sources', loc: ['body', 'captions'] }] },
  })
  expect(await own.ask({ upload: recording, captions, track: 'en-x-human1' })).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'conflicting_sources', loc: ['body', 'track'] }] },
  })
  expect(await stranger.ask({ upload: recording, captions })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(await own.usedSeconds()).toBe(0)
})
