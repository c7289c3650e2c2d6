import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATION_LOCK } from '@/prisma/migrate'
import { SOON, startWorld, type World } from './world'

const SHORT_SECONDS = 30
const LONG_SECONDS = Number(process.env.OUTAGE_SECONDS ?? 420)
/** Longer than two attempts at a call are apart, shorter than a start waits for another's migration. */
const START_SECONDS = 50

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Jobs in all of their states: some heard, some waiting for their turn, some just asked for. */
async function beginJobs(): Promise<void> {
  world.hearing.hold()
  for (let job = 0; job < 6; job++) await world.startJob()
  await expect.poll(world.hearing.waiting, SOON).toBeGreaterThanOrEqual(2)
}

async function leaveFor(seconds: number): Promise<void> {
  for (const one of world.members) await one.kill()
  world.hearing.release()
  await delay(seconds * 1000)
}

async function comeBack(): Promise<void> {
  await Promise.all(world.members.map((one) => one.start()))
}

test(`the service is away for ${SHORT_SECONDS} s`, async () => {
  await beginJobs()
  await leaveFor(SHORT_SECONDS)
  await comeBack()
  await world.expectAllWell()
})

test(`the service takes ${START_SECONDS} s to start, and is called meanwhile`, async () => {
  await beginJobs()
  for (const one of world.members) await one.kill()
  world.hearing.release()
  const before = world.front.calls.length
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const started = comeBack()
  await delay(START_SECONDS * 1000)
  await expect.poll(() => world.front.calls.length, SOON).toBeGreaterThan(before)
  await holder.end()
  await started
  await world.expectAllWell()
})

test(`jobs finish after an outage of ${LONG_SECONDS} s, longer than a server retries`, async () => {
  await beginJobs()
  await leaveFor(LONG_SECONDS)
  await comeBack()
  await world.expectAllWell()
})
