import type pg from 'pg'
import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { preparePollers } from '@/test/prepare-pollers'
import { useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

const service = await useService({ RATE_LIMIT_PER_MINUTE: '6000' })
/** Enough rows that a plan for ten of them costs more than one for a single row. */
const [user] = await preparePollers(200)
if (!user) throw new Error('nobody polls')
const VIDEO = 'workvideoaa'
await storeTestTranscript(user.userId, { videoId: VIDEO, lines: ['a line'], totalMs: 4_000 })

const TRIES = 5
/**
 * How often a request takes a connection of the pool, once what it can remember is known. What happens to run beside it can
 * only add to that, so the least of several tries counts.
 */
async function workOf(method: string, path: string, key: string | undefined, body?: unknown) {
  const found: { status: number; statements: number }[] = []
  for (let at = 0; at <= TRIES; at++) {
    let statements = 0
    const count = () => {
      statements++
    }
    pool().on('acquire', count)
    const { status } = await service.call(method, path, { key, body })
    pool().off('acquire', count)
    found.push({ status, statements })
  }
  return found.slice(1).sort((a, b) => a.statements - b.statements)[0]
}

test.each([
  ['a poll', 'GET', `/v1/jobs/${user.jobId}`, undefined, { status: 200, statements: 3 }],
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

test('columns that the rate limit changes with each request are in no index, so that its row stays in its page', async () => {
  const { rows } = await pool().query("select indexdef from pg_indexes where tablename = 'rate_limit'")
  expect(rows).toEqual([{ indexdef: expect.stringMatching(/UNIQUE INDEX rate_limit_pkey .*\(key\)$/) }])
})

test.each([
  ['a poll', 'GET', `/v1/jobs/${user.jobId}`, undefined, ['admit', 'find_users_by_keys', 'poll_job_as_user']],
  [
    'a stored transcript',
    'POST',
    '/v1/transcript',
    { url: `https://www.youtube.com/watch?v=${VIDEO}` },
    ['admit', 'find_delivered_transcript', 'find_users_by_keys'],
  ],
  [
    'a page of the history',
    'GET',
    '/v1/me/transcriptions',
    undefined,
    ['admit', 'find_users_by_keys', 'load_library_items'],
  ],
])('the statements of %s are not planned anew each time', async (_, method, path, body, names) => {
  const connections = new Set<pg.PoolClient>()
  const note = (connection: pg.PoolClient) => void connections.add(connection)
  pool().on('acquire', note)
  const times = 40
  for (let at = 0; at < times; at++) await service.call(method, path, { key: user.apiKey, body })
  pool().off('acquire', note)
  const kept = new Map<string, number>()
  for (const connection of connections) {
    const sql = 'select name, generic_plans::int as "keptPlans" from pg_prepared_statements'
    const { rows } = await connection.query<{ name: string; keptPlans: number }>(sql)
    for (const { name, keptPlans } of rows) kept.set(name, (kept.get(name) ?? 0) + keptPlans)
  }
  // Each connection plans a statement anew five times before it can keep a plan.
  for (const name of names) expect.soft(kept.get(name) ?? 0, name).toBeGreaterThan(times / 2)
})
