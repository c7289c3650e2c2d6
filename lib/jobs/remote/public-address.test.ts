import { afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import type { JobWithMedia } from '../job-table'
import { publicAddress } from './public-address'

setEnv({ BASE_URL: 'http://localhost:3000' })
afterEach(() => {
  setEnv({ EGRESS_PROXY_URL: '' })
})

const chunk = { startMs: 0, endMs: 60_000 } as Chunk

function job(openUrl: string | null, media: Partial<JobWithMedia['media']> = {}): JobWithMedia {
  const recording = { platform: 'podcast', ownerId: null, accessKey: '', ...media }
  return { openUrl, durationMs: 60_000, media: recording } as JobWithMedia
}

test('a public link is named', () => {
  const url = 'https://cdn.example/episode.mp3'
  expect(publicAddress(job(url), chunk)).toBe(url)
})

test.each([
  ['an upload', job(null, { platform: 'upload', ownerId: 'someone' })],
  ['a platform’s page', job('https://youtu.be/x', { platform: 'youtube' })],
  ['a link with a query, which may be signed', job('https://cdn.example/a.mp3?token=secret')],
  ['a link with a password', job('https://me:secret@cdn.example/a.mp3')],
  ['a recording with several audio tracks', { ...job('https://cdn.example/a.mp4'), audioChosen: true }],
  ['a recording that only its whole link opens', job('https://cdn.example/a.mp3', { accessKey: 'k' })],
])('%s is not', (_, one) => {
  expect(publicAddress(one, chunk)).toBeNull()
})

test('a part of a recording and a link behind an egress proxy have no public address', () => {
  const one = job('https://cdn.example/a.mp3')
  expect(publicAddress(one, { ...chunk, endMs: 30_000 })).toBeNull()
  expect(publicAddress(one, { ...chunk, startMs: 1000 })).toBeNull()
  setEnv({ EGRESS_PROXY_URL: 'http://127.0.0.1:9' })
  expect(publicAddress(one, chunk)).toBeNull()
})
