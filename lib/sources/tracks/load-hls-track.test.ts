import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { loadHlsTrack } from './load-hls-track'

const answers = new Map<string, () => OriginAnswer>()
const origin = await startOrigin([({ path }) => answers.get(path.replace(/-.*/, ''))?.() ?? { status: 404 }])
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => {
  origin.requests.length = 0
})

const request = { platform: 'x', signal: new AbortController().signal }
const load = () => loadHlsTrack('https://captions.example/list.m3u8', request)
const playlist = (chunks: number, name = '/piece') => {
  const names = Array.from({ length: chunks }, (_, index) => `${name}-${index}`)
  answers.set('/list.m3u8', () => ({ body: `#EXTM3U\n${names.join('\n')}\n` }))
}
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

test('HLS captions are joined from all of their chunks', async () => {
  playlist(8)
  answers.set('/piece', () => ({ body: vtt('Hello') }))
  expect((await load()).segments).toMatchObject([{ startMs: 1000, endMs: 2000, text: 'Hello' }])
  expect(origin.requests).toHaveLength(9)
})

test('HLS captions that are too large together are refused long before the last chunk is fetched', async () => {
  playlist(600)
  const large = `WEBVTT\n\nNOTE\n${'x'.repeat(900_000)}\n`
  answers.set('/piece', () => ({ body: large }))
  await expect(load()).rejects.toMatchObject({ code: 'file_too_large' })
  expect(origin.requests.length).toBeLessThan(30)
})

test('HLS captions with a chunk that is too large are refused', async () => {
  playlist(1)
  answers.set('/piece', () => ({ body: vtt('x'.repeat(3_000_000)) }))
  await expect(load()).rejects.toMatchObject({ code: 'file_too_large' })
})

test('HLS captions of too many chunks are not fetched', async () => {
  // A separate name: chunks that former tests gave up may still arrive.
  playlist(3001, '/one-of-many')
  await expect(load()).rejects.toMatchObject({ code: 'upstream_changed' })
  const asked = origin.requests.map(({ url }) => new URL(url).pathname)
  expect(asked).toContain('/list.m3u8')
  expect(asked.filter((name) => name.startsWith('/one-of-many'))).toEqual([])
})
