import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { loadPageText } from '@/lib/archive/documents/load-page-text'
import type { Transcript } from '@/lib/captions/transcript'
import { pool } from '@/lib/core/db/db'
import { findUserTranscript } from '@/lib/library/find-user-transcript'
import { ended, newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { endTextWorkers } from './run-text-task'
import { INLINE_TEXT_BYTES } from './text-limits'

const service = await useService()

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.', ',')

/** A subtitle file of about so many bytes, every cue different. */
function subtitles(bytes: number): { file: string; cues: number } {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) {
    const n = parts.length
    parts.push(
      `${n + 1}\n${clock(n * 300)} --> ${clock(n * 300 + 290)}\nline ${n} of what the marmot ${n % 977} said\n\n`,
    )
  }
  return { file: parts.join(''), cues: parts.length }
}

const LARGE = subtitles(3_000_000)

async function transcribe(key: string, file: string, body: Record<string, unknown> = {}) {
  const object = await upload(service, key, 'large.srt', file)
  return service.call('POST', '/v1/transcript', { key, body: { upload: object, ...body } })
}

/** The transcript, returned immediately or, on a slow machine, by a job. */
async function transcribed(key: string, file: string): Promise<Transcript> {
  const answer = await transcribe(key, file)
  if (answer.status === 200) return answer.body
  expect(answer.status).toBe(202)
  const job = await ended(service, key, (answer.body as { job_id: string }).job_id)
  return job.transcript as Transcript
}

describe('a large text', () => {
  test('a large text is sent whole in every format, with the fields in their usual order', async () => {
    const { apiKey: key } = await newUser()
    const transcript = await transcribed(key, LARGE.file)
    expect(transcript.segments).toHaveLength(LARGE.cues)
    expect(Object.keys(transcript)).not.toContain('document')
    expect(transcript.segments?.[1]).toEqual({
      start: 0.3,
      end: 0.59,
      duration: 0.29,
      text: 'line 1 of what the marmot 1 said',
    })
    expect(transcript.text?.startsWith('line 0 of what the marmot 0 said line 1 of')).toBe(true)
    const path = `/v1/me/transcriptions/${transcript.id}`
    const json = await service.call('GET', path, { key })
    expect(Number(json.headers.get('content-length'))).toBe(Buffer.byteLength(json.text))
    expect(json.body).toEqual({ ...transcript, cached: true })
    expect(Object.keys(json.body)).toEqual(Object.keys(transcript))
    const srt = await service.call('GET', `${path}?format=srt`, { key })
    const bare = await service.call('GET', `${path}?format=srt`, { key, headers: { accept: 'application/x-subrip' } })
    expect(bare.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    expect((srt.body as Transcript).content).toBe(bare.text)
    expect(bare.text).toContain(`line ${LARGE.cues - 1} of what the marmot`)
    const markdown = await service.call('GET', `${path}?format=markdown`, { key })
    expect((markdown.body as Transcript).content).toContain('line 1 of what the marmot 1 said')
  })

  test('a large text is found by its words, with passages', async () => {
    const { apiKey: key } = await newUser()
    const { id } = await transcribed(key, LARGE.file)
    const answer = await service.call('GET', '/v1/me/transcriptions?search=12345', { key })
    const [found] = (answer.body as { transcriptions: { id: string; passages: { start: number }[] }[] }).transcriptions
    expect(found).toMatchObject({ id, passages: [{ start: 3703.5 }] })
  })

  test('is corrected, searched and restored like any other, by a worker', async () => {
    const { apiKey: key } = await newUser()
    const transcript = await transcribed(key, LARGE.file)
    const path = `/v1/me/transcriptions/${transcript.id}`
    const etag = (await service.call('GET', path, { key })).headers.get('etag') ?? ''
    const last = LARGE.cues - 1
    const body = { edits: [{ index: last, segments: [{ text: 'the groundhog has spoken' }] }] }
    const edited = await service.call('PATCH', `${path}/segments`, { key, body, headers: { 'if-match': etag } })
    expect(edited).toMatchObject({ status: 200, body: { revision: 1, changed: [{ index: last, deleted: 1 }] } })
    expect((await service.call('PATCH', `${path}/segments`, { key, body, headers: { 'if-match': etag } })).status).toBe(
      412,
    )
    const found = await service.call('GET', '/v1/me/transcriptions?search=groundhog', { key })
    expect(found.body).toMatchObject({ total: 1, transcriptions: [{ id: transcript.id }] })
    const replaced = await service.call('POST', `${path}/replace`, { key, body: { find: 'marmot', replace: 'beaver' } })
    expect(replaced).toMatchObject({ status: 200, body: { revision: 2, count: last, changed: null } })
    const text = (await service.call('GET', `${path}?format=text`, { key })).text
    expect(text).toContain('what the beaver 976 said')
    expect(text).not.toContain('marmot')
    const restored = await service.call('POST', `${path}/revisions/0/restore`, { key })
    expect(restored).toMatchObject({ status: 200, body: { revision: 3 } })
    const { body: read } = await service.call('GET', path, { key })
    expect((read as Transcript).segments).toEqual(transcript.segments)
  })

  test('is stored as large as it is measured', async () => {
    const { apiKey: key } = await newUser()
    await transcribed(key, LARGE.file)
    const { rows } = await pool().query<{ same: boolean; bytes: number; staged: number }>(
      `select bool_and(segments_bytes = octet_length(segments::text)) as same, max(segments_bytes) as bytes,
              (select count(*)::int from staged_text) as staged from transcript`,
    )
    expect(rows[0]).toMatchObject({ same: true, staged: 0 })
    expect(rows[0]?.bytes).toBeGreaterThan(INLINE_TEXT_BYTES)
  }, 120_000)
})

test('a page shows ten hours whole, and says whether the times of their words can be loaded', async () => {
  const { userId } = await newUser()
  const lines = Array.from({ length: 12_000 }, (_, at) => `Line ${at} of a talk.`)
  const signal = new AbortController().signal
  for (const hasWords of [false, true]) {
    const { transcriptId, libraryItemId } = await storeTestTranscript(userId, { videoId: `page${hasWords}`, lines })
    if (hasWords)
      await pool().query(
        `update transcript set segments = (select json_agg(json_build_array(s -> 0, s -> 1, s -> 2, json_build_array(
           json_build_array(s -> 0, s -> 1, s -> 2)))) from json_array_elements(segments) s) where id = $1`,
        [transcriptId],
      )
    const actor = { kind: 'api_key', userId, tier: 'free' } as const
    const page = await loadPageText(await findUserTranscript(actor, libraryItemId, 'json'), signal)
    expect(page).toMatchObject({ isWhole: true, hasWords })
    expect(page.segments).toHaveLength(lines.length)
    expect(page.segments[11_999]).toEqual({ start: 47_996, end: 48_000, duration: 4, text: 'Line 11999 of a talk.' })
  }
})

test('the event loop is not blocked while a large caption file is parsed', async () => {
  const { apiKey: key } = await newUser()
  const object = await upload(service, key, 'large.srt', LARGE.file)
  let turns = 0
  let isDone = false
  const count = async () => {
    for (; !isDone; turns++) await nextTurn()
  }
  const working = service.call('POST', '/v1/transcript', { key, body: { upload: object } }).finally(() => {
    isDone = true
  })
  await Promise.all([working, count()])
  expect(turns).toBeGreaterThan(100)
})

/** The processes that work on texts for this one. */
function textWorkers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const isChild = readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${process.pid}\n`)
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('text-worker.mjs') ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

test.runIf(process.platform === 'linux').each([
  ['SIGABRT', 413, 'file_too_large'],
  ['SIGKILL', 500, 'internal_error'],
] as const)('a text worker that %s ends fails its own request alone', async (signal, status, code) => {
  const { apiKey: key } = await newUser()
  const { id } = await transcribed(key, LARGE.file)
  const path = `/v1/me/transcriptions/${id}`
  endTextWorkers()
  let isAnswered = false
  const kill = async () => {
    for (; !isAnswered; await nextTurn()) for (const pid of textWorkers()) process.kill(pid, signal)
  }
  const replace = { key, body: { find: 'marmot', replace: 'beaver' } }
  const replacing = service.call('POST', `${path}/replace`, replace).finally(() => {
    isAnswered = true
  })
  const [answer] = await Promise.all([replacing, kill()])
  expect(answer).toMatchObject({ status, body: { code } })
  expect((await service.call('POST', `${path}/replace`, replace)).status).toBe(200)
})
