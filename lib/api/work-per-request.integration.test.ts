import { expect, test } from 'vitest'
import { pool } from '@/lib/platform/db/db'
import { preparePollers } from '@/test/prepare-pollers'
import { useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

const service = await useService({ RATE_LIMIT_PER_MINUTE: '6000' })
const [user] = await preparePollers(1)
if (!user) throw new Error('nobody polls')
const VIDEO = 'workvideoaa'
await storeTestTranscript(user.userId, { videoId: VIDEO, lines: ['a line'], totalMs: 4_000 })

const TRIES = 5
/** As a client counts them: names, values and what stands between them. */
const bytesOf = (headers: Headers) =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

/**
 * How often a request takes a connection of the pool, once what it can remember is known. What happens to run beside it can
 * only add to that, so the least of several tries counts.
 */
async function workOf(method: string, path: string, key: string | undefined, body?: unknown) {
  const found: { status: number; statements: number; headerBytes: number }[] = []
  for (let at = 0; at <= TRIES; at++) {
    let statements = 0
    const count = () => {
      statements++
    }
    pool().on('acquire', count)
    const { status, headers } = await service.call(method, path, { key, body })
    pool().off('acquire', count)
    found.push({ status, statements, headerBytes: bytesOf(headers) })
  }
  return found.slice(1).sort((a, b) => a.statements - b.statements)[0]
}

test.each([
  ['a poll', 'GET', `/v1/jobs/${user.jobId}`, undefined, { status: 200, statements: 2 }],
  [
    'a stored transcript',
    'POST',
    '/v1/transcript',
    { url: `https://www.youtube.com/watch?v=${VIDEO}` },
    { status: 200, statements: 3 },
  ],
  [
    'the signing of an upload',
    'POST',
    '/v1/uploads/sign',
    { filename: 'a.wav', content_type: 'audio/wav' },
    { status: 200, statements: 3 },
  ],
  ['a refusal of its shape', 'POST', '/v1/transcript', { url: 5 }, { status: 422, statements: 0 }],
])('%s takes as few statements as it can', async (_, method, path, body, wanted) => {
  expect(await workOf(method, path, user.apiKey, body)).toMatchObject(wanted)
})

test('a refusal without a credential asks the database nothing', async () => {
  expect(await workOf('GET', '/v1/me', undefined)).toMatchObject({ status: 401, statements: 0 })
})

test('the headers of a poll are few', async () => {
  expect((await workOf('GET', `/v1/jobs/${user.jobId}`, user.apiKey))?.headerBytes).toBeLessThan(600)
})

test('what the rate limit moves with each request is in no index, so that its row stays in its page', async () => {
  const { rows } = await pool().query("select indexdef from pg_indexes where tablename = 'rate_limit'")
  expect(rows).toEqual([{ indexdef: expect.stringMatching(/UNIQUE INDEX rate_limit_pkey .*\(key\)$/) }])
})
