import { expect, test } from 'vitest'
import { env, setEnv } from '@/lib/core/env'
import { newUser, upload, useService } from '@/test/service'
import type { UploadList } from './contract'

const service = await useService()
const { apiKey: key } = await newUser()

const list = async (query = '') => (await service.call('GET', `/v1/uploads${query}`, { key })).body as UploadList
const sign = (filename: string, size_bytes?: number) =>
  service.call('POST', '/v1/uploads/sign', { key, body: { filename, content_type: 'text/vtt', size_bytes } })

const first = await upload(service, key, 'first.vtt', 'WEBVTT\n')
const second = await upload(service, key, 'second.vtt', 'WEBVTT\n\n')
await upload(service, (await newUser()).apiKey, 'foreign.vtt', 'WEBVTT\n')
await sign('awaited.vtt', 100)

test('the caller’s own files are listed, the newest first, with the room that they take', async () => {
  const { uploads, used_bytes, quota_bytes, next_cursor } = await list()
  expect(uploads.map(({ filename, state }) => [filename, state])).toEqual([
    ['awaited.vtt', 'signed'],
    ['second.vtt', 'stored'],
    ['first.vtt', 'stored'],
  ])
  expect(uploads[2]).toMatchObject({ object_path: first, size_bytes: 7, content_type: 'text/vtt' })
  expect([used_bytes, quota_bytes, next_cursor]).toEqual([7 + 8 + 100, env().UPLOAD_QUOTA_BYTES, null])
})

test('the list says when a file is deleted by itself', async () => {
  const [, stored] = (await list()).uploads
  const keptMs = env().UPLOAD_RETENTION ?? 0
  expect(Date.parse(stored?.expires_at ?? '')).toBe(Date.parse(stored?.stored_at ?? '') + keptMs)
  setEnv({ UPLOAD_RETENTION: 'keep' })
  expect((await list()).uploads[1]?.expires_at).toBeNull()
  setEnv({ UPLOAD_RETENTION: '' })
})

test('pages follow each other, and a deleted file is gone', async () => {
  const page = await list('?limit=2')
  expect(page.uploads).toHaveLength(2)
  expect((await list(`?cursor=${page.next_cursor}`)).uploads.map(({ object_path }) => object_path)).toEqual([first])
  await service.call('DELETE', `/v1/uploads/${second.split('/')[1]}`, { key })
  expect((await list()).uploads.map(({ filename }) => filename)).toEqual(['awaited.vtt', 'first.vtt'])
})
