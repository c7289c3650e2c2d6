import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillHistory } from '@/bench/fill-history'
import { db } from '@/lib/platform/db'
import { keepTranscript } from '@/test/keep-transcript'
import { newUser, useService } from '@/test/service'
import type { TranscriptionList } from './contract'
import { foldTallies } from './fold-tallies'

const service = await useService()
const { userId, apiKey: key } = await newUser()
await db().user.update({ where: { id: userId }, data: { isLocal: true } })
const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' })
await client.connect()
afterAll(() => client.end())
await fillHistory(client, { entries: 11_000, users: 2 })
await client.query('set session_replication_role = origin')

async function list(query: Record<string, string>): Promise<TranscriptionList> {
  const answer = await service.call('GET', `/v1/me/transcriptions?${new URLSearchParams(query)}`, { key })
  expect(answer.status).toBe(200)
  return answer.body
}

type Asked = { q: string; platform?: string; state?: string }

/** What a reader of every row would say. */
async function readAll({ q, platform, state }: Asked): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from entry where user_id = $1 and position(lower($2) in lower(video_id)) > 0
     and ($3::text is null or platform = $3) and ($4::text is null or state = $4) order by created_at desc, id desc`,
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

const countedParts = async () => (await db().idPart.findMany({ where: { userId } })).map(({ part }) => part)

test('ids that many have a part of are counted and listed as reading them all would do', async () => {
  expect(await countedParts()).toEqual([''])
  await expectAllRight()
})

test('and stay so while entries come, change and go, before that is counted in and after', async () => {
  for (const videoId of ['aab.72', '.a', 'ZZ72zz', 'é7']) await keepTranscript(userId, { videoId, platform: 'youtube' })
  await client.query(
    `delete from entry where id in (select id from entry where user_id = $1 and folded_id like '%7%' limit 40)`,
    [userId],
  )
  await client.query(
    `update entry set state = 'done' where id in (select id from entry where user_id = $1 and state = 'error' limit 50)`,
    [userId],
  )
  await expectAllRight()
  expect(await foldTallies()).toBeGreaterThan(90)
  await expectAllRight()
})

test('what comes to be had by more than 10,000 is counted one character further', async () => {
  await client.query(
    `with made as (insert into media (id, platform, video_id, url)
                   select uuidv7(), 'vimeo', 'qq' || i, 'https://media.example/q' || i from generate_series(1, 10050) as i
                   returning id)
     insert into entry (id, user_id, media_id, requested_lang) select uuidv7(), $1, id, 'en' from made`,
    [userId],
  )
  expect((await list({ q: 'qq1' })).total).toBe((await readAll({ q: 'qq1' })).length)
  await Promise.all([foldTallies(), foldTallies()])
  expect((await countedParts()).sort()).toEqual(['', 'q', 'qq'])
  for (const q of ['q', 'qq', 'QQ1', 'qq10', 'qqq', 'q1', '1']) {
    expect([q, (await list({ q })).total]).toEqual([q, (await readAll({ q })).length])
  }
  await expectAllRight()
})

test('an account that goes takes its counts with it', async () => {
  await db().user.delete({ where: { id: userId } })
  const left = [await db().idPart.count({ where: { userId } }), await db().idPartTally.count({ where: { userId } })]
  expect(left).toEqual([0, 0])
})
