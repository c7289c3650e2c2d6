import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/core/db/db'
import type { DurableRunStatus } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import {
  beginWork,
  endWork,
  expectWork,
  MAX_LOST_RUNS,
  noteProgress,
  passOn,
  type Recovery,
  replaceLostRun,
  replaceLostRuns,
} from './work'

await useDatabase()

const open = new Set<string>()
const givenUp: string[] = []

const RECOVERY: Recovery<{ n: string; part?: number }> = {
  kind: 'job',
  functionId: 'test',
  event: { name: 'test/work' },
  slackSeconds: 60,
  next: async (_, id) => (open.has(id) ? { n: id } : null),
  giveUp: async (id) => void givenUp.push(id),
}

beforeEach(async () => {
  open.clear()
  givenUp.splice(0)
  await db().work.deleteMany()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const find = (id: string) => db().work.findUnique({ where: { kind_id: { kind: 'job', id } } })
const runOf = async (id: string) => (await find(id))?.run ?? ''
const eventOf = (run: string) => db().event.findUniqueOrThrow({ where: { id: run } })

/** Work that was to be done a minute ago, whose event was sent long before. */
async function overdue(): Promise<string> {
  const id = newId()
  open.add(id)
  await beginWork(db(), RECOVERY, id, { n: id })
  await db().work.updateMany({ where: { id }, data: { expectedBy: inMinutes(-1) } })
  await db().event.update({ where: { id: await runOf(id) }, data: { processedAt: inMinutes(-60) } })
  return id
}

async function addRun(id: string, status: DurableRunStatus, hasItem: boolean): Promise<void> {
  await db().durableRun.create({
    data: {
      id: newId(),
      functionId: 'verbatim-test',
      event: {},
      idempotencyKey: `event:${await runOf(id)}`,
      status,
      items: hasItem ? { create: [{ dueAt: inMinutes(60) }] } : {},
    },
  })
}

test('work begins with an event that names its run, and ends without a trace', async () => {
  await beginWork(db(), RECOVERY, 'a', { n: 'a' })
  const run = await runOf('a')
  expect(await eventOf(run)).toMatchObject({ name: 'test/work', body: { data: { n: 'a', run } } })
  expect(await expectWork(RECOVERY, run, 600)).toBe(true)
  expect((await find('a'))?.expectedBy.getTime()).toBeGreaterThan(inMinutes(10).getTime())
  await beginWork(db(), RECOVERY, 'a', { n: 'a' })
  expect(await expectWork(RECOVERY, run, 600)).toBe(false)
  await endWork(db(), 'job', 'a')
  expect(await find('a')).toBeNull()
})

test('an overdue run is replaced once by concurrent calls, and comes to nothing itself', async () => {
  const id = await overdue()
  const former = await runOf(id)
  await Promise.all(Array.from({ length: 5 }, () => replaceLostRuns(RECOVERY)))
  const run = await runOf(id)
  expect(run).not.toBe(former)
  expect(await find(id)).toMatchObject({ lostRuns: 1 })
  expect(await eventOf(run)).toMatchObject({ processedAt: null, body: { data: { n: id, run } } })
  expect(await replaceLostRuns(RECOVERY)).toBe(0)
  await replaceLostRun(RECOVERY, { id, run: former })
  expect([await runOf(id), await expectWork(RECOVERY, former, 0)]).toEqual([run, false])
})

test('a run is not lost before its time, while its event waits, or soon after it was sent', async () => {
  const [early, waiting, sent, repeated] = [await overdue(), await overdue(), await overdue(), await overdue()]
  await db().work.updateMany({ where: { id: early }, data: { expectedBy: inMinutes(1) } })
  await db().event.update({ where: { id: await runOf(waiting) }, data: { processedAt: null } })
  await db().event.update({ where: { id: await runOf(sent) }, data: { processedAt: new Date() } })
  // A server that has lost runs is given longer for each.
  await db().work.updateMany({ where: { id: repeated }, data: { lostRuns: 2 } })
  await db().event.update({ where: { id: await runOf(repeated) }, data: { processedAt: inMinutes(-3) } })
  expect(await replaceLostRuns(RECOVERY)).toBe(0)
  await db().event.update({ where: { id: await runOf(repeated) }, data: { processedAt: inMinutes(-5) } })
  expect(await replaceLostRuns(RECOVERY)).toBe(1)
})

test('a run that the executor has something to do for is not lost, however long that takes; with a server its rows say nothing', async () => {
  const [alive, failed, stuck] = [await overdue(), await overdue(), await overdue()]
  await addRun(alive, 'running', true)
  await addRun(failed, 'failed', false)
  await addRun(stuck, 'running', false)
  const runs = await Promise.all([alive, failed, stuck].map(runOf))
  expect(await replaceLostRuns(RECOVERY)).toBe(2)
  expect(await Promise.all([alive, failed, stuck].map(async (id, n) => (await runOf(id)) === runs[n]))).toEqual([
    true,
    false,
    false,
  ])
  vi.stubEnv('INNGEST_EVENT_KEY', 'event-key')
  vi.stubEnv('INNGEST_SIGNING_KEY', 'signkey-prod-ab12')
  expect(await replaceLostRuns(RECOVERY)).toBe(1)
  vi.unstubAllEnvs()
})

test('work whose runs are lost is given up in the end, unless one of them gets somewhere', async () => {
  const id = await overdue()
  const lose = async () => replaceLostRun(RECOVERY, { id, run: await runOf(id) })
  for (let lost = 0; lost < MAX_LOST_RUNS; lost++) await lose()
  await noteProgress(await runOf(id))
  for (let lost = 0; lost < MAX_LOST_RUNS; lost++) await lose()
  expect(givenUp).toEqual([])
  await lose()
  expect([givenUp, await find(id)]).toEqual([[id], null])
})

test('work that a new run has begun meanwhile is not ended with the lost runs', async () => {
  const id = await overdue()
  const lost = { id, run: await runOf(id) }
  await db().work.updateMany({ data: { lostRuns: MAX_LOST_RUNS } })
  const resumed = { ...RECOVERY, giveUp: () => beginWork(db(), RECOVERY, id, { n: id }) }
  await Promise.all([replaceLostRun(resumed, lost), replaceLostRun(resumed, lost)])
  const run = await runOf(id)
  expect(await find(id)).toMatchObject({ lostRuns: 0 })
  await replaceLostRun(RECOVERY, lost)
  expect([await runOf(id), givenUp]).toEqual([run, []])
})

test('a run that reports while lost runs are replaced keeps its work', async () => {
  const [lost, late] = [await overdue(), await overdue()]
  await db().work.updateMany({ where: { id: lost }, data: { expectedBy: inMinutes(-2), lostRuns: MAX_LOST_RUNS } })
  const run = await runOf(late)
  const giveUp = async () => void (await expectWork(RECOVERY, run, 0))
  expect(await replaceLostRuns({ ...RECOVERY, giveUp })).toBe(2)
  expect([await find(lost), await runOf(late)]).toEqual([null, run])
})

test('a full run passes its progress on, and counts as no loss', async () => {
  const id = await overdue()
  const former = await runOf(id)
  await passOn(RECOVERY, { id, run: former }, { part: 2 })
  const run = await runOf(id)
  expect(await eventOf(run)).toMatchObject({ body: { data: { n: id, part: 2, run } } })
  expect(await find(id)).toMatchObject({ lostRuns: 0 })
  await passOn(RECOVERY, { id, run: former }, { part: 3 })
  expect(await runOf(id)).toBe(run)
})

test('work that has ended otherwise is not continued', async () => {
  const id = await overdue()
  open.delete(id)
  expect(await replaceLostRuns(RECOVERY)).toBe(1)
  expect(await find(id)).toBeNull()
})
