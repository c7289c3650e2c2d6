import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { peakBytes } from '@/bench/measure/process-usage'
import { captionLimits } from '@/lib/archive/texts/text-limits'
import { closeDb, db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { largeSubtitles } from '../overload/large-subtitles'
import { askAndStall } from '../overload/raw-client'
import { bearer, preparePollers } from '../prepare-pollers'
import { storeTestTranscript } from '../store-transcript'
import { openLocalBrowser } from './local-browser'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const FILES = 24
const UNREAD = 100
const MAX_BYTES = 900 * 1024 ** 2

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-large-'))
// Turns off the rate limits, which a fast machine would reach.
const service = await startProcess(dataDir, { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PUBLIC_PER_MINUTE: '0' })
const { baseUrl, pid } = service
setEnv({ BASE_URL: baseUrl, DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
const others = await preparePollers(2)
/** An attacker of each attempt's own, whose allowance is whole. */
async function prepareAttacker() {
  const [attacker] = await preparePollers(1)
  if (!attacker) throw new Error('there is no user')
  return { userId: attacker.userId, headers: bearer(attacker) }
}

const cookie = await openLocalBrowser(service)
afterAll(async () => {
  await closeDb()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Asked = { target: string; headers: Record<string, string> }

const USE: Asked[] = [
  { target: '/health', headers: {} },
  ...others.map((user) => ({ target: `/v1/jobs/${user.jobId}`, headers: bearer(user) })),
  ...others.map((user) => ({ target: '/v1/me/transcriptions', headers: bearer(user) })),
]

/** Does something to the service, and uses it as others do until that is over. Nothing may be refused to them. */
async function whileOthersUseIt<T>(attack: () => Promise<T>): Promise<T> {
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const refused: string[] = []
  const use = async () => {
    do {
      for (const one of USE) {
        const answer = await fetch(baseUrl + one.target, { headers: one.headers })
        await answer.arrayBuffer()
        if (answer.status !== 200) refused.push(`${one.target}: ${answer.status}`)
      }
    } while (!isOver)
  }
  const [result] = await Promise.all([attacking, use()])
  expect(refused).toEqual([])
  expect(await peakBytes(pid)).toBeLessThan(MAX_BYTES)
  return result
}

type Answer = { status: number; code: string | undefined; jobId: string | undefined }

/** Signs, uploads and asks for its transcript. */
async function send(file: Buffer, headers: Record<string, string>): Promise<Answer> {
  const post = (target: string, body: object) =>
    fetch(baseUrl + target, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const signed = await post('/v1/uploads/sign', { filename: 'large.srt', content_type: 'text/plain' })
  const target = (await signed.json()) as { upload_url: string; object_path: string }
  const put = await fetch(new URL(target.upload_url, baseUrl), { method: 'PUT', body: new Uint8Array(file) })
  if (put.status !== 200) return { status: put.status, code: 'of the upload', jobId: undefined }
  const asked = await post('/v1/transcript', { upload: target.object_path })
  const { code, job_id } = (await asked.json()) as { code?: string; job_id?: string }
  return { status: asked.status, code, jobId: job_id }
}

const TAKEN = [200, 202]
const REFUSED: Record<number, string> = { 413: 'file_too_large', 429: 'rate_limited', 503: 'service_unavailable' }

const wrongly = (answers: readonly Answer[]) =>
  answers.filter(({ status, code }) => !TAKEN.includes(status) && REFUSED[status] !== code)

test('24 concurrent uploads of the largest caption files from one account do not block other users', async () => {
  const { headers } = await prepareAttacker()
  const file = largeSubtitles(captionLimits().maxBytes)
  const last = await whileOthersUseIt(async () => {
    const answers = await Promise.all(Array.from({ length: FILES }, () => send(file, headers)))
    expect(wrongly(answers)).toEqual([])
    const [followed, ...left] = answers.flatMap(({ status, jobId }) => (status === 202 && jobId ? [jobId] : []))
    // Cancels the jobs that the test does not follow, so that the service stops working on them.
    for (const jobId of left) await fetch(`${baseUrl}/v1/jobs/${jobId}`, { method: 'DELETE', headers })
    if (!followed) return null
    const events = await fetch(`${baseUrl}/v1/jobs/${followed}/events`, { headers })
    await events.body?.pipeTo(new WritableStream())
    return (await db().job.findUniqueOrThrow({ where: { id: followed } })).status
  })
  expect(['done', null]).toContain(last)
}, 240_000)

test('24 caption files over the limit are refused without blocking other users', async () => {
  const { headers } = await prepareAttacker()
  const file = largeSubtitles(3 * captionLimits().maxBytes)
  const answers = await whileOthersUseIt(() => Promise.all(Array.from({ length: FILES }, () => send(file, headers))))
  expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['413 file_too_large']))
}, 240_000)

test('a hundred connections that ask for a large transcript and read none of it are answered four at a time', async () => {
  const { userId, headers } = await prepareAttacker()
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(2)}`)
  const { libraryItemId } = await storeTestTranscript(userId, {
    videoId: 'unreadtexts',
    lines,
    totalMs: 36_000_000,
  })
  const target = `/v1/me/transcriptions/${libraryItemId}`
  const readers = await whileOthersUseIt(() =>
    Promise.all(Array.from({ length: UNREAD }, () => askAndStall(baseUrl, target, headers))),
  )
  const count = (wanted: number) => readers.filter(({ status }) => status === wanted).length
  expect([count(200), count(429)]).toEqual([4, UNREAD - 4])
  for (const { socket } of readers) socket.destroy()
  const read = async () => (await fetch(baseUrl + target, { headers })).json().catch(() => null)
  await expect
    .poll(async () => ((await read()) as { segments?: unknown[] } | null)?.segments?.length)
    .toBe(lines.length)
}, 240_000)

test('a zip that is left midway stops its work', async () => {
  const { id: userId } = await db().user.findFirstOrThrow({ where: { isLocal: true } })
  const lines = Array.from({ length: 60_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(2)}`)
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await storeTestTranscript(userId, { videoId: `zippedtext${n}`, lines })).libraryItemId)
  const zip = (zipped: readonly string[], signal?: AbortSignal) => {
    const query = new URLSearchParams([['format', 'srt'], ...zipped.map((id) => ['id', id])])
    return fetch(`${baseUrl}/transcripts/zip?${query}`, { headers: { cookie }, ...(signal ? { signal } : {}) })
  }
  const folder = path.join(dataDir, 'work', 'documents')
  const documents = async () => readdir(folder).catch((): string[] => [])
  const before = await documents()
  const seen = new Set<string>()
  const [read, ...left] = ids
  await whileOthersUseIt(async () => {
    for (const first of left) {
      const leaving = new AbortController()
      const answer = zip([first, ...left], leaving.signal).then((zipped) => zipped.arrayBuffer())
      const isBegun = async () => {
        const parts = (await documents()).filter((name) => name.endsWith('.part') && !seen.has(name))
        for (const name of parts) seen.add(name)
        return parts.length > 0
      }
      await expect.poll(isBegun, { interval: 2 }).toBe(true)
      leaving.abort()
      await expect(answer).rejects.toThrow()
    }
    // One user's texts are worked on one after the other: this one would come after what has been left.
    expect((await (await zip(read ? [read] : [])).arrayBuffer()).byteLength).toBeGreaterThan(0)
  })
  const made = (await documents()).filter((name) => !before.includes(name))
  expect(made.filter((name) => name.endsWith('.part'))).toEqual([])
  // A machine that stalls for a moment may notice one abort too late, but not all of them.
  expect(made.length).toBeLessThanOrEqual(left.length)
}, 240_000)

test('aborted archives of a whole account do not block other users', async () => {
  const { headers } = await prepareAttacker()
  await whileOthersUseIt(async () => {
    for (let n = 0; n < 5; n++) {
      const leaving = new AbortController()
      const answer = await fetch(`${baseUrl}/v1/me/export`, { headers, signal: leaving.signal })
      expect(answer.status).toBe(200)
      await answer.body?.getReader().read()
      leaving.abort()
    }
  })
  expect((await fetch(`${baseUrl}/v1/me/api-key`, { headers })).status).toBe(200)
})
