import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { youtubeExtractors } from '@/lib/platforms/youtube/extractors'
import { youtubePlayer, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { tryExtractors } from '../extractors/try-extractors'
import { keptAnswersFolder, listKeptAnswers, writeKeptAnswer } from './answer-ring'
import { keepAnswer, keepingAnswers, keptSoFar } from './keep-answer'
import { MAX_KEPT_BYTES, noteAnswer } from './noted-answer'

const dataDir = await mkdtemp(path.join(tmpdir(), 'kept-answers-'))
const youtube = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, youtube.route])
setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: dataDir })
trustOrigin(origin)

beforeEach(async () => {
  clearSingleton('answer-keeper')
  await rm(keptAnswersFolder(), { recursive: true, force: true })
})
afterAll(async () => {
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

const ref: MediaRef = {
  platform: 'youtube',
  videoId: 'dQw4w9WgXcQ',
  accessKey: '',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  openUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ownerId: null,
  title: null,
}
const ask = () =>
  tryExtractors(youtubeExtractors(), {
    ref,
    requested: { requestedLang: 'en', strict: false },
    signal: new AbortController().signal,
    trace: [],
  })

const CHANGED = { playabilityStatus: { status: 7, token: 'a-secret-token' }, newThing: { visitorData: 'CgtWaXNpdG9y' } }

test('an answer of YouTube in another shape is kept without its secrets, for the owner of the data folder alone', async () => {
  youtube.play({ player: () => jsonAnswer(CHANGED), watch: () => ({ body: '<html>new page</html>' }) })
  await expect(ask()).rejects.toMatchObject({ code: 'upstream_changed' })
  await keptSoFar()
  const kept = await listKeptAnswers()
  const player = kept.findLast(({ path: asked }) => asked === '/youtubei/v1/player')
  expect(player).toMatchObject({
    platform: 'youtube',
    extractor: 'youtube VISIONOS',
    host: 'www.youtube.com',
    status: 200,
    content_type: 'application/json; charset=UTF-8',
    version: expect.stringMatching(/^\d+\.\d+/),
  })
  expect(JSON.parse(player?.body ?? '')).toEqual({
    playabilityStatus: { status: 7, token: '<redacted>' },
    newThing: { visitorData: '<redacted>' },
  })
  expect(kept.find(({ extractor }) => extractor === 'ytdl-core')).toMatchObject({
    path: '/watch',
    body: '<html>new page</html>',
  })
  for (const name of await readdir(keptAnswersFolder())) {
    expect((await stat(path.join(keptAnswersFolder(), name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(keptAnswersFolder())).mode & 0o777).toBe(0o700)
})

test('captions that are none are kept with the address they came from', async () => {
  youtube.play({ player: (_, { videoId }) => youtubePlayer(videoId), captions: () => ({ status: 404, body: 'gone' }) })
  await expect(ask()).rejects.toMatchObject({ code: 'upstream_changed' })
  await keptSoFar()
  const kept = await listKeptAnswers()
  expect(kept.find(({ path: asked }) => asked === '/api/timedtext')).toMatchObject({ status: 404 })
})

const changed = new Problem('upstream_changed')
const failWith = (extractor: string, problem: Problem, body = 'new') =>
  keepingAnswers({ platform: 'tiktok', extractor }, async () => {
    noteAnswer({ url: null, status: null, contentType: null, body: Buffer.from(body) })
    throw problem
  }).catch((error: unknown) => expect(error).toBe(problem))

test('refusals and blocks are not kept, and of one extractor one answer a minute is', async () => {
  await failWith('one', new Problem('upstream_blocked'))
  await failWith('one', new Problem('source_private'))
  await failWith('two', changed)
  await failWith('two', changed)
  await failWith('three', changed)
  await keptSoFar()
  expect((await listKeptAnswers()).map(({ extractor }) => extractor).sort()).toEqual(['three', 'two'])
  keepAnswer({ platform: 'tiktok', extractor: 'two', problem: changed, answer: null }, Date.now() + 60_000)
  await keptSoFar()
  expect(await listKeptAnswers()).toHaveLength(3)
})

test('the beginning of a long answer is kept, without the half of a word at its end', async () => {
  await failWith('long', changed, `${'word '.repeat(MAX_KEPT_BYTES / 5)}${'x'.repeat(100)}`)
  await keptSoFar()
  const [kept] = await listKeptAnswers()
  expect(kept?.body_bytes).toBe(MAX_KEPT_BYTES - 1 + 100)
  expect(kept?.body.length).toBeLessThanOrEqual(MAX_KEPT_BYTES)
  expect(kept?.body.endsWith('word ')).toBe(true)
})

test('fifty answers of five megabytes together are kept, the newest, beside any other files in the folder', async () => {
  const keep = (second: number, bytes: number) =>
    writeKeptAnswer({
      kept_at: new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString(),
      version: '1.0.0',
      platform: 'x',
      extractor: `number ${second}`,
      reason: null,
      host: null,
      path: null,
      status: null,
      content_type: null,
      body_bytes: bytes,
      body: 'x'.repeat(bytes),
    })
  for (let second = 0; second < 60; second++) await keep(second, 10)
  const small = await listKeptAnswers()
  expect(small.map(({ extractor }) => extractor)).toEqual(
    Array.from({ length: 50 }, (_, index) => `number ${59 - index}`),
  )
  for (let second = 60; second < 70; second++) await keep(second, 1024 * 1024)
  expect((await listKeptAnswers()).map(({ extractor }) => extractor)).toEqual(
    [69, 68, 67, 66].map((n) => `number ${n}`),
  )
  await mkdir(path.join(keptAnswersFolder(), 'mine'))
  await writeFile(path.join(keptAnswersFolder(), '20261122T120500000Z-x-0a1b2c3d.json'), '{"broken')
  expect(await listKeptAnswers()).toHaveLength(4)
})

test('a disk that takes nothing costs the request nothing', async () => {
  await rm(keptAnswersFolder(), { recursive: true, force: true })
  await writeFile(keptAnswersFolder(), 'a file in the place of the folder')
  await failWith('four', changed)
  await keptSoFar()
  await rm(keptAnswersFolder())
  expect(await listKeptAnswers()).toEqual([])
})
