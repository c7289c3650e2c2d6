import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillHistory } from '@/bench/load/fill-history'
import { db } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { libraryQuerySchema, type TranscriptionList } from './contract'
import { findByIdPart } from './queries/find-by-id-part'
import { mergeTallyChanges } from './queries/tally-table'

const service = await useService()
const { userId, apiKey: key } = await newUser()
await db().user.update({ where: { id: userId }, data: { isLocal: true } })
const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' })
await client.connect()
afterAll(() => client.end())
await fillHistory(client, { libraryItems: 11_000, users: 2 })
await client.query('set session_replication_role = origin')

async function list(query: Record<string, string>): Promise<TranscriptionList> {
  const answer = await service.call('GET', `/v1/me/transcriptions?${new URLSearchParams(query)}`, { key })
  expect(answer.status).toBe(200)
  return answer.body
}

/** The query of an order that an index has. */
const indexedQuerySchema = libraryQuerySchema.extend({
  sort: libraryQuerySchema.shape.sort.unwrap().exclude(['title']).default('created_at'),
})

type Asked = { q: string; platform?: string; state?: string }

/** The result of reading every row. */
async function readAll({ q, platform, state }: Asked): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from library_item where user_id = $1 and position(lower($2) in lower(video_id)) > 0
     and ($3::text is null or platform = $3) and ($4::text is null or state::text = $4) order by created_at desc, id desc`,
    [userId, q, platform, state],
  )
  return rows.map(({ id }) => id)
}

const ASKED = [
  ...[
    'a',
    '7',
    '_',
    '-',
    '.',
    'é',
    'aB',
    '72',
    '720',
    '7200',
    '.a',
    'a.',
    '--',
    'Zz',
    '%',
    '\\',
    'zzzzzz',
    '7200000',
  ].map((q) => ({ q })),
  { q: 'a', platform: 'youtube' },
  { q: '7', platform: 'x', state: 'error' },
  { q: '72', platform: 'tiktok', state: 'done' },
  { q: '72', platform: 'youtube' },
]

async function expectAllRight(): Promise<void> {
  for (const asked of ASKED) {
    const all = await readAll(asked)
    const first = await list(asked)
    expect([asked, first.total, first.total_exact]).toEqual([asked, all.length, true])
    expect(first.transcriptions.map(({ id }) => id)).toEqual(all.slice(0, 20))
    const offset = Math.max(0, all.length - 30)
    const later = await list({ ...asked, offset: String(offset), limit: '25' })
    expect(later.transcriptions.map(({ id }) => id)).toEqual(all.slice(offset, offset + 25))
  }
}

test('ids that many have a part of are counted and listed as reading them all would do', async () => {
  await expectAllRight()
})

async function count(from: string, what = 'count(*)'): Promise<number> {
  const { rows } = await client.query<{ counted: number }>(`select ${what}::int as counted ${from}`)
  return rows[0]?.counted ?? 0
}

test('counts stay right while items are added, changed and removed, before and after the changes are merged', {
  tags: 'deep',
}, async () => {
  for (const videoId of ['aab.72', '.a', 'ZZ72zz', 'é7'])
    await storeTestTranscript(userId, { videoId, platform: 'youtube' })
  await client.query(
    `delete from library_item where id in (select id from library_item where user_id = $1 and folded_id like '%7%' limit 40)`,
    [userId],
  )
  await client.query(
    `update library_item set state = 'done' where id in (select id from library_item where user_id = $1 and state = 'error' limit 50)`,
    [userId],
  )
  await expectAllRight()
  // The scheduled function may have merged them already, or be at it.
  await expect
    .poll(async () => {
      await mergeTallyChanges()
      return count('from library_item_tally_change')
    })
    .toBe(0)
  expect(await count('from library_item_tally', 'sum(items)')).toBe(await count('from library_item'))
  await expectAllRight()
})

/** Fewer than there are, so that what follows them is looked up by trigrams, or read on. */
const MAX_READ = 300

test.each([
  ...ASKED,
  { q: 'a', order: 'asc' },
  { q: '7', sort: 'total_seconds' },
  { q: '720', offset: 500 },
  { q: 'zz', offset: 3 },
])(
  '%j beyond the library items that are read first gives the same page, and says whether all are counted',
  async (request) => {
    const asked = indexedQuerySchema.parse(request)
    const [all, found] = [
      await findByIdPart(client, userId, { ...asked, q: request.q }),
      await findByIdPart(client, userId, { ...asked, q: request.q }, MAX_READ),
    ]
    expect(all.exact).toBe(true)
    expect(found.ids).toEqual(all.ids)
    if (found.exact) expect(found.total).toBe(all.total)
    else {
      expect(found.total).toBeGreaterThan(asked.offset + asked.limit)
      expect(found.total).toBeLessThanOrEqual(all.total)
    }
  },
)

test('a count that is not exact says so', async () => {
  const first = await findByIdPart(client, userId, { ...indexedQuerySchema.parse({ limit: 5 }), q: 'a' }, MAX_READ)
  expect(first.exact).toBe(false)
  expect(first.ids).toHaveLength(5)
})

const LONGEST = 200
const HOSTILE = ['a', '%', '_', '\\', '%_', '7', '72', 'é', '.', 'aB', '\u{1F600}'].map((part) =>
  part.repeat(Math.floor(LONGEST / part.length)),
)

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many library items a statement has looked at. */
function examined(plan: Plan): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = plan
  const own = plan['Relation Name'] === 'library_item' ? (rows + removed) * loops : 0
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + examined(inner), 0)
}

test.each(HOSTILE)(
  'the longest q, %s, looks at each library item once, beside those that are read first',
  async (q) => {
    let rows = 0
    const measuring = new Proxy(client, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name)
        return async (first: string | { text: string; values: unknown[] }, values?: unknown[]) => {
          const asked = typeof first === 'string' ? { text: first, values } : first
          const plans = await target.query(`explain (analyze, format json) ${asked.text}`, asked.values)
          rows += examined(plans.rows[0]['QUERY PLAN'][0].Plan)
          return target.query(asked.text, asked.values)
        }
      },
    })
    expect(await findByIdPart(measuring, userId, { ...indexedQuerySchema.parse({ q }), q }, MAX_READ)).toMatchObject({
      ids: [],
      total: 0,
      exact: true,
    })
    const { rows: counted } = await client.query(
      'select count(*)::int as "libraryItems" from library_item where user_id = $1',
      [userId],
    )
    expect(rows).toBeLessThanOrEqual(counted[0].libraryItems + MAX_READ)
    expect((await list({ q })).total).toBe(0)
  },
)

test('ten concurrent queries of 15,000 characters are refused before any lookup', async () => {
  const path = `/v1/me/transcriptions?q=${'a'.repeat(15_000)}`
  // Without a credential, which is checked later.
  const answers = await Promise.all(Array.from({ length: 10 }, () => service.call('GET', path)))
  for (const { status, body } of answers) {
    expect(status).toBe(422)
    const [detail] = (body as { detail: { type: string; loc: string[]; ctx: unknown }[] }).detail
    expect(detail).toMatchObject({ type: 'string_too_long', loc: ['query', 'q'], ctx: { max_length: LONGEST } })
  }
})
