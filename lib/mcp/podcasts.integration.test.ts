import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { importBatchSchema } from '@/lib/imports/contract'
import { connectClient, type ToolResult } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser } from '@/test/service'
import { transcriptResultSchema } from './transcript/transcript-result'

const { url } = await useConnector()
const answers = new Map<string, OriginAnswer>()
const origin = await startOrigin([
  ({ url: asked }) => answers.get(asked.replace(/^https?:\/\//, '')) ?? { status: 404 },
])
trustOrigin(origin)
const user = await newUser()
const { callTool, close } = await connectClient('SDK 2.4 as of 2026-07-28', url, user.apiKey)
afterAll(async () => {
  await close()
  await origin.close()
})
beforeEach(() => answers.clear())

const podcastSchema = z.object({
  kind: z.string(),
  show: z.record(z.string(), z.unknown()).nullable(),
  episodes: z.array(z.record(z.string(), z.unknown())),
  audio_url: z.string().nullable(),
  next_cursor: z.string().nullable(),
})
const podcastOf = ({ structuredContent }: ToolResult) => podcastSchema.parse(structuredContent)
const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join('\n')

const item = (n: number, inner = '') =>
  `<item><guid>g${n}</guid><title>Episode ${n}</title><link>https://show.example/${n}</link>
  <pubDate>Mon, 06 Jul 2026 10:00:00 GMT</pubDate><itunes:duration>3723</itunes:duration>
  <enclosure url="https://cdn.example/${n}.mp3" type="audio/mpeg"/>${inner}</item>`
const feed = (items: string) =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel><title>Show</title><link>https://show.example/</link><language>en</language>${items}</channel></rss>`
const episodes = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => item(from + n)).join('')

test('a show is listed fifty episodes at a time, each once, though a new one comes meanwhile', async () => {
  answers.set('show.example/feed', { body: feed(episodes(0, 120)) })
  const first = await callTool('resolve_podcast', { url: 'https://show.example/feed' })
  expect(podcastOf(first)).toMatchObject({
    kind: 'show',
    show: { title: 'Show', feed_url: 'https://show.example/feed', language: 'en', episodes_total: 120 },
    audio_url: null,
  })
  expect(podcastOf(first).episodes[0]).toEqual({
    guid: 'g0',
    title: 'Episode 0',
    audio_url: 'https://cdn.example/0.mp3',
    url: 'https://show.example/0',
    published: '2026-07-06T10:00:00.000Z',
    duration: '1:02:03',
  })
  expect(textOf(first)).toContain('- Episode 0, 2026-07-06, 1:02:03: https://cdn.example/0.mp3')
  answers.set('show.example/feed', { body: feed(item(999) + episodes(0, 120)) })
  const seen = [...podcastOf(first).episodes]
  let cursor = podcastOf(first).next_cursor
  while (cursor) {
    const next = podcastOf(await callTool('resolve_podcast', { url: 'https://show.example/feed', cursor }))
    seen.push(...next.episodes)
    cursor = next.next_cursor
  }
  expect(seen.map(({ guid }) => guid)).toEqual(Array.from({ length: 120 }, (_, n) => `g${n}`))
  const wrong = await callTool('resolve_podcast', { url: 'https://show.example/feed', cursor: 'nowhere' })
  expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('code: not_found')])
})

test('an episode’s page resolves to that episode, and a link that is no podcast is refused as such', async () => {
  answers.set('show.example/feed', { body: feed(episodes(0, 3)) })
  answers.set('show.example/1', {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>x</title><link rel="alternate" type="application/rss+xml" href="/feed"><link rel="canonical" href="https://show.example/1">',
  })
  const found = podcastOf(await callTool('resolve_podcast', { url: 'show.example/1' }))
  expect(found).toMatchObject({ kind: 'episode', audio_url: 'https://cdn.example/1.mp3', episodes: [{ guid: 'g1' }] })
  answers.set('plain.example/', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>x</title>' })
  for (const [link, code] of [
    ['https://plain.example/', 'unsupported_source'],
    ['https://show.example/gone', 'source_not_found'],
    ['https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk', 'source_drm_protected'],
    ['not a link', 'invalid_url'],
  ]) {
    const refused = await callTool('resolve_podcast', { url: link })
    expect([link, refused.isError, textOf(refused)]).toEqual([link, true, expect.stringContaining(`code: ${code}`)])
  }
})

test('a recording on its own is its address', async () => {
  answers.set('cdn.example/a.mp3', {
    headers: { 'content-type': 'audio/mpeg' },
    body: await readFile('public/samples/reading.mp3'),
  })
  const result = await callTool('resolve_podcast', { url: 'https://cdn.example/a.mp3' })
  expect(podcastOf(result)).toMatchObject({
    kind: 'audio',
    show: null,
    episodes: [],
    audio_url: 'https://cdn.example/a.mp3',
  })
})

test('languages are listed, and a publisher’s transcript is what get_transcript gives', async () => {
  const link = '<podcast:transcript url="https://show.example/1.vtt" type="text/vtt" language="en"/>'
  answers.set('show.example/feed', { body: feed(item(1, link) + item(2)) })
  answers.set('show.example/1.vtt', {
    headers: { 'content-type': 'text/vtt' },
    body: 'WEBVTT\n\n00:00.000 --> 00:04.000\nWelcome to the show.\n',
  })
  answers.set('show.example/1', {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>x</title><link rel="alternate" type="application/rss+xml" href="/feed"><link rel="canonical" href="https://show.example/1">',
  })
  const languages = await callTool('list_languages', { url: 'https://show.example/1' })
  expect(languages.structuredContent).toMatchObject({
    title: 'Episode 1',
    languages: [{ code: 'en', name: 'English', source: 'captions' }],
    speech_to_text: true,
  })
  expect(textOf(languages)).toContain('- en (English): captions\nSpeech-to-text: possible')
  const result = await callTool('get_transcript', { url: 'https://show.example/1' })
  const { transcript } = transcriptResultSchema.parse(result.structuredContent)
  expect(transcript).toMatchObject({ platform: 'podcast', source: 'captions', title: 'Episode 1', author: 'Show' })
  expect(transcript?.content).toContain('[0:00](https://cdn.example/1.mp3#t=0) Welcome to the show.')
})

test('a show is imported and its progress is reported', async () => {
  const text = '<podcast:transcript url="https://cdn.example/said.vtt" type="text/vtt"/>'
  answers.set('cdn.example/said.vtt', { body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nWelcome to the show\n' })
  answers.set('show.example/two', { body: feed(item(71, text) + item(72, text)) })
  const started = importBatchSchema.parse(
    (await callTool('import_podcast', { url: 'https://show.example/two' })).structuredContent,
  )
  expect(started).toMatchObject({ source_url: 'https://show.example/two', done: 0 })
  const previewed = await callTool('preview_import', { url: 'https://show.example/two', newest: 1 })
  expect(previewed.structuredContent).toMatchObject({ kind: 'show', chosen: 1, items: [{ position: 1, chosen: true }] })
  expect(textOf(previewed)).toContain('Show: 1 chosen of 2')
  const look = () => callTool('get_import', { batch_id: started.id })
  await expect.poll(async () => textOf(await look())).toContain('2 done, 0 failed, 0 skipped, of 2')
  expect((await look()).structuredContent).toMatchObject({ id: started.id, title: 'Show', status: expect.any(String) })
})

test('a show is watched from now on, without the secret link of its feed, and listed', async () => {
  const watched = 'https://show.example/three'
  answers.set('show.example/three', { body: feed(item(73)) })
  const begun = await callTool('watch_source', { url: watched, every: '12h' })
  expect(begun.structuredContent).toMatchObject({ url: watched, every: '12h' })
  expect(begun.structuredContent).not.toHaveProperty('feed_url')
  const listed = await callTool('list_watches', {})
  expect(listed.structuredContent).toMatchObject({ watches: [{ url: watched, every: '12h' }], next_cursor: null })
  expect(textOf(listed)).toContain(watched)
  const again = await callTool('watch_source', { url: watched })
  expect(textOf(again)).toContain('Watched already. ')
})
