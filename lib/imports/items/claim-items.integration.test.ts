import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { useDatabase } from '@/test/database'
import { newUser } from '@/test/service'
import { endCancelled } from '../end-import'
import { claimItems } from './claim-items'
import { insertItems } from './item-table'
import { recordItemOutcome } from './record-item-outcome'
import { abandonHost } from './work-on-item'

await useDatabase()
beforeEach(async () => {
  await db().importBatch.deleteMany()
  setEnv({ IMPORT_CONCURRENCY: '4' })
})

/** An import in progress whose episodes are on these servers, in this order. */
async function makeImport(hosts: string[], userId?: string) {
  const owner = userId ?? (await newUser()).userId
  const batch = { id: newId(), userId: owner, sourceUrl: 'https://a.example/', status: 'in_progress' as const }
  await db().importBatch.create({ data: { ...batch, total: hosts.length } })
  const episode = (host: string, n: number) => ({
    ...{ title: `${n}`, author: '', thumbnailUrl: null, publishedAt: null, durationMs: null, kind: 'audio' as const },
    ...{ lang: null, transcripts: [], audioUrl: `https://${host}/${n}.mp3`, source: null },
  })
  const rows = hosts.map((host, position) => ({
    ...{ position, guid: `${position}`, title: `${position}`, audioUrl: `https://${host}/`, publishedAt: null },
    ...{ durationMs: null, host, videoId: `${position}`, state: 'queued' as const, episode: episode(host, position) },
  }))
  await insertItems(db(), batch, rows)
  return batch
}
const times = (count: number, host: string) => Array<string>(count).fill(host)
const positions = async (batch: { id: string; userId: string }) =>
  (await claimItems(batch)).map(({ position }) => position).sort((a, b) => a - b)

test('no server is asked for more than three at a time, and a busy one holds up no other', async () => {
  const batch = await makeImport([...times(300, 'one.example'), 'two.example', 'two.example'])
  expect(await positions(batch)).toEqual([0, 1, 2])
  expect(await positions(batch)).toEqual([300])
  expect(await positions(batch)).toEqual([])
  await recordItemOutcome(
    db(),
    { batchId: batch.id, position: 300 },
    { state: 'skipped', reason: 'already_transcribed' },
  )
  expect(await positions(batch)).toEqual([301])
})

test('a claim takes no more than its turn has left', async () => {
  const batch = await makeImport(Array.from({ length: 10 }, (_, n) => `host${n}.example`))
  expect(await claimItems(batch, 0)).toEqual([])
  expect((await claimItems(batch, 1)).map(({ position }) => position)).toEqual([0])
  expect(await positions(batch)).toEqual([1, 2, 3])
})

test('slots for episodes are shared equally among the users who import', async () => {
  const hosts = Array.from({ length: 10 }, (_, n) => `host${n}.example`)
  const anna = await makeImport(hosts)
  const annasSecond = await makeImport(hosts, anna.userId)
  expect(await positions(anna)).toEqual([0, 1, 2, 3])
  const ben = await makeImport(hosts)
  expect(await positions(ben)).toEqual([])
  for (const position of [0, 1, 2]) {
    await recordItemOutcome(db(), { batchId: anna.id, position }, { state: 'skipped', reason: 'already_transcribed' })
  }
  expect(await positions(ben)).toEqual([0, 1])
  expect(await positions(annasSecond)).toEqual([0])
  expect(await positions(anna)).toEqual([])
})

test('ten concurrent claims get no more episodes than there are slots, and never the same one', async () => {
  setEnv({ IMPORT_CONCURRENCY: '6' })
  const batch = await makeImport(Array.from({ length: 20 }, (_, n) => `host${n}.example`))
  const claimed = (await Promise.all(Array.from({ length: 10 }, () => claimItems(batch)))).flat()
  expect(new Set(claimed.map(({ position }) => position)).size).toBe(6)
  expect(claimed.length).toBe(6)
})

test('a host that failed for three episodes in a row is abandoned, other hosts are not', async () => {
  const batch = await makeImport([...times(6, 'away.example'), 'here.example'])
  await claimItems(batch)
  const problem = new Problem('upstream_timeout')
  for (const position of [0, 1, 2]) {
    await recordItemOutcome(db(), { batchId: batch.id, position }, { state: 'failed', problem })
    const left = await db().importItem.count({ where: { batchId: batch.id, state: 'queued' } })
    expect(left).toBe(3)
    await abandonHost(batch.id, 'away.example', problem)
  }
  const items = await db().importItem.findMany({ where: { batchId: batch.id }, orderBy: { position: 'asc' } })
  expect(items.map(({ state }) => state)).toEqual([...times(6, 'failed'), 'in_progress'])
  expect(items[5]?.error).toMatchObject({ code: 'upstream_timeout' })
})

test.each([
  [{ reason: 'refused' }, 'queued'],
  [{}, 'failed'],
] as const)('refusals of episodes with the context %j leave the others %s', async (context, state) => {
  const batch = await makeImport(times(4, 'away.example'))
  await claimItems(batch)
  const problem = new Problem('upstream_blocked', { context })
  for (const position of [0, 1, 2]) {
    await recordItemOutcome(db(), { batchId: batch.id, position }, { state: 'failed', problem })
    await abandonHost(batch.id, 'away.example', problem)
  }
  expect(await db().importItem.findFirst({ where: { batchId: batch.id, position: 3 } })).toMatchObject({ state })
})

test('an episode has one outcome, which nothing that comes later changes', async () => {
  const batch = await makeImport(['a.example'])
  await claimItems(batch)
  const key = { batchId: batch.id, position: 0 }
  await recordItemOutcome(db(), key, { state: 'failed', problem: new Problem('source_not_found') })
  await recordItemOutcome(db(), key, { state: 'skipped', reason: 'cancelled' })
  expect(await db().importItem.findFirst({ where: key })).toMatchObject({ state: 'failed', reason: null })
})

test('a transcript that came while its import was cancelled counts as done', async () => {
  const batch = await makeImport(['a.example', 'b.example', 'c.example'])
  const url = `https://a.example/${batch.id}`
  const libraryItems = { create: { id: newId(), userId: batch.userId, requestedLang: 'en' } }
  const { id: mediaId } = await db().media.create({
    data: { id: newId(), platform: 'podcast', videoId: url, url, libraryItems },
  })
  const { id: libraryItemId } = await db().libraryItem.findFirstOrThrow({ where: { mediaId } })
  await claimItems(batch)
  expect(await db().$transaction((tx) => endCancelled(tx, batch.id))).toBe(true)
  expect(await db().importBatch.findFirst({ where: { id: batch.id } })).toMatchObject({ done: 0, skipped: 3 })
  await recordItemOutcome(db(), { batchId: batch.id, position: 1 }, { state: 'done', libraryItemId })
  await recordItemOutcome(
    db(),
    { batchId: batch.id, position: 2 },
    { state: 'failed', problem: new Problem('no_audio') },
  )
  expect(await db().importBatch.findFirst({ where: { id: batch.id } })).toMatchObject({
    done: 1,
    failed: 0,
    skipped: 2,
  })
})
