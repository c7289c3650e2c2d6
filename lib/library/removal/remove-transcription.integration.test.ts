import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { pool } from '@/lib/core/db/db'
import { ended, newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

const service = await useService()
const user = await newUser()
const { apiKey: key } = user

/** Every table that has a text in any row, with how many. */
async function remainsOf(text: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const remains: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool().query(`select from ${name} t where t::text ilike $1`, [`%${text}%`])
    if (rowCount) remains.push(`${name}: ${rowCount}`)
  }
  return remains
}

const remove = (id: string) => service.call('DELETE', `/v1/me/transcriptions/${id}?permanently=true`, { key })
const read = (id: string, format = 'json') =>
  service.call('GET', `/v1/me/transcriptions/${id}?format=${format}`, { key })

test('a transcript can be read again, and is gone when it is removed', async () => {
  const { libraryItemId } = await storeTestTranscript(user.userId, { videoId: 'gone', lines: ['Xylophone concert.'] })
  expect((await read(libraryItemId, 'md')).body).toMatchObject({ id: libraryItemId, format: 'markdown' })
  expect((await read(libraryItemId, 'doc')).status).toBe(422)
  expect((await remainsOf('xylophone')).length).toBeGreaterThan(1)
  expect(await remove(libraryItemId)).toMatchObject({ status: 204, text: '' })
  expect([(await read(libraryItemId)).status, (await remove(libraryItemId)).status]).toEqual([404, 404])
  expect(await remainsOf('xylophone')).toEqual([])
  expect((await remove('not-an-id')).status).toBe(404)
})

test('another user’s library item of it stays', async () => {
  const other = await newUser()
  const shared = { videoId: 'shared', lines: ['Accordion concert.'] }
  const mine = await storeTestTranscript(user.userId, shared)
  const theirs = await storeTestTranscript(other.userId, shared)
  expect((await remove(mine.libraryItemId)).status).toBe(204)
  const kept = await service.call('GET', `/v1/me/transcriptions/${theirs.libraryItemId}`, { key: other.apiKey })
  expect((kept.body as Transcript).text).toBe('Accordion concert.')
})

test('an upload goes with its file, and so does the answer kept for a repeated call', async () => {
  const object = await upload(service, key, 'unheard-of name.mp4', await readFile('public/samples/captioned.mp4'))
  const headers = { 'idempotency-key': 'once' }
  const body = { upload: object }
  const made = await service.call('POST', '/v1/transcript', { key, body, headers })
  const files = path.join(service.dataDir, 'files')
  const before = await readdir(files, { recursive: true })
  expect((await remove((made.body as Transcript).id)).status).toBe(204)
  expect(before.length - (await readdir(files, { recursive: true })).length).toBe(1)
  expect(await remainsOf('what your country')).toEqual([])
  expect(await remainsOf('unheard-of')).toEqual([])
  expect((await service.call('POST', '/v1/transcript', { key, body, headers })).status).toBe(404)
})

test('removing an item while its job runs ends the job, charges nothing and sends no notification', async () => {
  const object = await upload(service, key, 'jfk.wav', await readFile('test/fixtures/audio/jfk.wav'))
  const begun = await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
  const { job_id } = begun.body as { job_id: string }
  const early = await read(job_id)
  expect([early.status, (early.body as { code: string }).code]).toEqual([409, 'transcript_not_ready'])
  expect((await remove(job_id)).status).toBe(204)
  expect((await service.call('GET', `/v1/jobs/${job_id}`, { key })).status).toBe(404)
  const reserved = await pool().query('select from usage_reservation where user_id = $1', [user.userId])
  const { rows } = await pool().query<{ used: number; reserved: number }>(
    'select sum(used_seconds)::int as used, sum(reserved_seconds)::int as reserved from usage_period where user_id = $1',
    [user.userId],
  )
  expect([reserved.rowCount, rows[0]]).toEqual([0, { used: 11, reserved: 0 }])
  expect(await readdir(path.join(service.dataDir, 'work')).catch(() => [])).toEqual([])
})

test('removing an item after its job is done deletes all of its text', async () => {
  const object = await upload(service, key, 'jfk.wav', await readFile('test/fixtures/audio/jfk.wav'))
  const begun = await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
  const job = await ended(service, key, (begun.body as { job_id: string }).job_id)
  expect(job.status).toBe('done')
  expect((await remove(job.job_id)).status).toBe(204)
  const { rows } = await pool().query(
    'select (select count(*)::int from chunk) as chunks, (select count(*)::int from media where owner_id = $1) as media',
    [user.userId],
  )
  expect(rows[0]).toEqual({ chunks: 0, media: 0 })
})
