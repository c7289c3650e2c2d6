import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillHistory } from '@/bench/load/fill-history'
import { searchTerms } from '@/lib/captions/search/search-words'
import { db } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { newUser } from '@/test/service'
import { libraryQuerySchema } from './contract'
import { findByFacts } from './queries/find-by-facts'
import { findByIdPart } from './queries/find-by-id-part'
import { findByTag } from './queries/find-by-tag'
import { findByWords } from './queries/find-by-words'
import { findPage } from './queries/find-page'
import { loadLibraryItems } from './queries/load-library-items'
import { countLibraryItems } from './queries/tally-table'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }
type Asked = { text: string; values: unknown[] }

const { databaseUrl } = await useDatabase()
const { userId } = await newUser()
await db().user.update({ where: { id: userId }, data: { isLocal: true } })
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
afterAll(() => client.end())
await fillHistory(client, { libraryItems: 20_000, users: 3 })

/** Tags as a server with many accounts has them: of this user's items every tenth has the first one. */
await client.query(`
  insert into tag (id, user_id, name, folded_name)
  select gen_random_uuid(), u.id, 'Tag ' || n, 'tag ' || n from users u, generate_series(1, 5000) n`)
await client.query(`
  insert into library_item_tag (library_item_id, tag_id, user_id)
  select e.id, g.id, e.user_id
  from (select id, user_id, row_number() over (partition by user_id order by id) as place from library_item) e
  join tag g on g.user_id = e.user_id and g.folded_name in ('tag ' || (e.place % 10 + 1), 'tag ' || (e.place % 4999 + 1))`)
await client.query('analyze tag, library_item_tag')

function toAsked(first: unknown, second: unknown): Asked {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  return first as Asked
}

/** The queries sent to the database during a lookup. */
async function questionsOf(look: (client: pg.Client) => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  const listening = new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name)
      return (first: never, second: never) => {
        asked.push(toAsked(first, second))
        return target.query(first, second)
      }
    },
  })
  await look(listening)
  return asked
}

async function explain({ text, values }: Asked): Promise<Plan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values)
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
  return flatten(rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': 'none' })
}

async function plansOf(look: (client: pg.Client) => Promise<unknown>): Promise<Plan[]> {
  const asked = await questionsOf(look)
  expect(asked.length).toBeGreaterThan(0)
  return (await Promise.all(asked.map(explain))).flat()
}

const nodesOf = (plans: readonly Plan[]) => plans.map((plan) => plan['Node Type'])

/** The query of an order that an index has. */
const indexedQuerySchema = libraryQuerySchema.extend({
  sort: libraryQuerySchema.shape.sort.unwrap().exclude(['title']).default('created_at'),
})

test.each([
  {},
  { offset: 15_000 },
  { offset: 4_000, order: 'asc' },
  { sort: 'duration_seconds' },
  { sort: 'total_seconds', order: 'asc', offset: 9_000 },
  { platform: 'rednote' },
  { platform: 'youtube', offset: 2_000 },
  { state: 'done', offset: 8_000 },
  { state: 'error', sort: 'duration_seconds' },
  { platform: 'upload', state: 'done', sort: 'total_seconds' },
])('a page of %j comes out of an index in its order, unsorted', async (request) => {
  const query = indexedQuerySchema.parse(request)
  const tallies = await countLibraryItems(client, userId)
  const plans = await plansOf((listening) => findPage(listening, userId, tallies, query))
  expect(nodesOf(plans)).not.toContain('Seq Scan')
  expect(nodesOf(plans)).not.toContain('Sort')
  expect(plans.some((plan) => plan['Node Type'].startsWith('Index'))).toBe(true)
})

test('counts are read by their user, not counted', async () => {
  const plans = await plansOf((listening) => countLibraryItems(listening, userId))
  expect(plans.map((plan) => plan['Relation Name'])).not.toContain('library_item')
})

test.each(['Ab3', 'zZ9k1'])('q=%s, which few have, is looked up by its trigrams', async (q) => {
  const query = { ...indexedQuerySchema.parse({}), q }
  const plans = await plansOf((listening) => findByIdPart(listening, userId, query, 1_000))
  expect(plans.map((plan) => plan['Index Name'])).toContain('library_item_user_id_video_id_idx')
})

test.each([
  { q: 'a' },
  { q: '7', sort: 'total_seconds' },
  { q: 'a', platform: 'youtube', state: 'done', offset: 200 },
  { q: 'b', state: 'error', order: 'asc' },
])('%j, which many have, is met in an index in its order', async (request) => {
  const query = indexedQuerySchema.parse(request)
  const plans = await plansOf((listening) => findByIdPart(listening, userId, { ...query, q: request.q }, 1_000))
  const scanned = plans.filter((plan) => plan['Node Type'] === 'Seq Scan').map((plan) => plan['Relation Name'])
  // Tables with hardly a row have nothing to be looked up in.
  expect(scanned.filter((name) => !['library_item_tally', 'library_item_tally_change'].includes(name ?? ''))).toEqual(
    [],
  )
  const pages = plans.filter((plan) => plan['Relation Name'] === 'library_item')
  expect(pages.length).toBeGreaterThan(0)
  expect(new Set(nodesOf(pages))).toEqual(new Set(['Index Only Scan']))
})

test.each(['w40000', 'w77 w40001', 'w1', 'w49999 w1'])('search=%s reads an index of the texts', async (search) => {
  const query = indexedQuerySchema.parse({ search })
  const plans = await plansOf((listening) => findByWords(listening, userId, searchTerms(search), query))
  const names = plans.flatMap((plan) => plan['Index Name'] ?? [])
  expect(nodesOf(plans)).not.toContain('Seq Scan')
  expect(names.some((name) => name.startsWith('library_item_text_user_id'))).toBe(true)
})

test('library items are loaded by their ids', async () => {
  const { ids } = await findPage(client, userId, await countLibraryItems(client, userId), indexedQuerySchema.parse({}))
  const plans = await plansOf((listening) => loadLibraryItems(listening, userId, ids))
  const scanned = plans.filter((plan) => plan['Node Type'] === 'Seq Scan').map((plan) => plan['Relation Name'])
  // Tables without a row have nothing to be looked up in.
  expect(scanned.filter((name) => !['job', 'job_caller', 'publication'].includes(name ?? ''))).toEqual([])
})

test.each([
  { lang: 'en' },
  { lang: 'fr', platform: 'youtube' },
  { source: 'captions', sort: 'duration_seconds', offset: 40 },
  { created_after: '2026-01-01', created_before: '2100-01-01T00:00:00Z', lang: 'en' },
  { sort: 'title', order: 'asc' },
])('a page of %j reads the newest items from the index of times, and no more', async (request) => {
  const query = libraryQuerySchema.parse(request)
  const plans = await plansOf((asked) => findByFacts(asked, userId, query, 200))
  const scanned = plans.filter((plan) => plan['Relation Name'] === 'library_item')
  expect(scanned.map((plan) => plan['Node Type'])).not.toContain('Seq Scan')
  expect(scanned.map((plan) => plan['Index Name'])).toContain('library_item_user_id_created_at_id_folded_id_idx')
  const { total, exact } = await findByFacts(client, userId, query, 200)
  expect(total).toBeLessThanOrEqual(200)
  expect(exact).toBe(false)
})

test('the items with a tag are found by the index of tags', async () => {
  const query = { ...indexedQuerySchema.parse({}), tag: 'TAG 2345' }
  const plans = await plansOf((asked) => findByTag(asked as pg.Client, userId, query))
  expect(nodesOf(plans)).not.toContain('Seq Scan')
  expect(plans.map((plan) => plan['Index Name'])).toContain('library_item_tag_tag_id_library_item_id_idx')
  const { total, exact } = await findByTag(client, userId, query)
  expect([total > 1, exact]).toEqual([true, true])
})
