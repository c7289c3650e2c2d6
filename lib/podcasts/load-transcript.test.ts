import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Segment } from '@/lib/captions/cue'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { loadTranscript } from './load-transcript'

/** The internet's answers by address without scheme, set by each test. */
const answers = new Map<string, OriginAnswer | (() => OriginAnswer)>()
const origin = await startOrigin([
  ({ url }) => {
    const answer = answers.get(url.replace(/^https?:\/\//, '')) ?? { status: 404 }
    return typeof answer === 'function' ? answer() : answer
  },
])
afterAll(() => origin.close())
trustOrigin(origin)

const signal = new AbortController().signal

beforeEach(() => {
  answers.clear()
  origin.requests.length = 0
})

const load = async (answer: OriginAnswer, lang: string | null = null) => {
  answers.set('show.example/t', answer)
  return (await loadTranscript({ lang, url: 'https://show.example/t' }, signal)).text.segments as Segment[]
}
const fixture = (name: string) => readFileSync(`test/fixtures/${name}`)

test.each([
  ['SubRip', 'feeds/transcript.srt', 'text/html', "Travis: When you first get started in podcasting, it's"],
  ['WebVTT', 'feeds/transcript.vtt', 'application/srt', "In today's episode, you'll learn whether or not you"],
  ['JSON', 'captions/podcast-transcript.json', 'text/vtt', 'I am your father.'],
  ['HTML', 'captions/podcast-transcript.html', 'text/html', expect.stringMatching(/^When you first get started/)],
])('a transcript in %s is read under any label', async (_name, file, label, first) => {
  const segments = await load({ headers: { 'content-type': label }, body: fixture(file) })
  expect(segments[0]?.text).toEqual(first)
  expect(segments[0]?.endMs).toBeGreaterThan(segments[0]?.startMs ?? 0)
})

test.each([
  ['HTML without times', '<cite>Travis:</cite><p>When you first get started.</p>'.repeat(100)],
  ['plain text', 'Travis: When you first get started.\n'.repeat(100)],
  ['nothing', ''],
  ['WebVTT without cues', 'WEBVTT\n\n'],
  ['JSON of another kind', '{"error":"gone"}'],
  ['JSON without times', '{"version":"1.0.0","segments":[{"body":"I am here."}]}'],
])('a transcript of %s has no segments', async (_name, body) => {
  expect(await load({ headers: { 'content-type': 'application/srt' }, body })).toEqual([])
})

test('the charset of a short transcript is that of its language in the feed', async () => {
  const body = iconv.encode('1\n00:00:01,000 --> 00:00:02,000\nAčiū!\n', 'windows-1257')
  expect(await load({ body }, 'lt')).toEqual([{ startMs: 1000, endMs: 2000, text: 'Ačiū!' }])
})

test('the charset of the answer counts', async () => {
  const body = iconv.encode('1\n00:00:01,000 --> 00:00:02,000\nÜber Öl\n', 'cp437')
  const segments = await load({ headers: { 'content-type': 'application/x-subrip; charset=cp437' }, body })
  expect(segments).toEqual([{ startMs: 1000, endMs: 2000, text: 'Über Öl' }])
})

test('a transcript that is not there, leads inside or does not end is refused', async () => {
  await expect(load({ status: 404 })).rejects.toMatchObject({ code: 'source_not_found' })
  const location = 'http://192.168.0.1/t.vtt'
  await expect(load({ status: 302, headers: { location } })).rejects.toMatchObject({ code: 'blocked_url' })
  const body = (async function* () {
    for (let sent = 0; sent < 33; sent++) yield 'a'.repeat(2 ** 20)
  })()
  await expect(load({ body })).rejects.toMatchObject({ code: 'file_too_large' })
})

test('a caller who leaves ends the reading', async () => {
  const leaving = new AbortController()
  answers.set('show.example/t', () => {
    leaving.abort(new Error('left'))
    return { body: 'WEBVTT' }
  })
  await expect(loadTranscript({ lang: null, url: 'https://show.example/t' }, leaving.signal)).rejects.toThrow('left')
})
