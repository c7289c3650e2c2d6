import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from './member'
import { JOBS_LIMIT_MS, SOON, startWorld, type World } from './world'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Begins jobs and waits until chunks of them are being heard, which then wait for their answer. */
async function begin(): Promise<void> {
  world.hearing.hold()
  for (let job = 0; job < 4; job++) await world.startJob()
  // Two processes hear two each, but all jobs may be with one of them.
  await expect.poll(world.hearing.waiting, SOON).toBeGreaterThanOrEqual(2)
}

test('a process is killed in the middle of its work: another finishes it', async () => {
  await begin()
  const working = (port: number) =>
    world.front.calls.filter((call) => call.endedMs === null && call.port === port).length
  const [victim, other] = world.members.toSorted((a, b) => working(b.port) - working(a.port)) as [Member, Member]
  expect(working(victim.port)).toBeGreaterThan(0)
  await victim.kill()
  world.hearing.release()
  await expect.poll(world.open, { ...SOON, timeout: JOBS_LIMIT_MS }).toBe(0)
  expect(await other.health()).toMatchObject({ status: 'ok' })
  // Its next start removes the files that it has left.
  await victim.start()
  await world.expectAllWell()
})

test('every process is killed in the middle of its work: the next ones finish it', async () => {
  await begin()
  for (const one of world.members) await one.kill()
  world.hearing.release()
  for (const one of world.members) await one.start()
  await world.expectAllWell()
})

test('an Inngest server that is killed while jobs run resumes them', async () => {
  await begin()
  await world.inngest().kill()
  world.hearing.release()
  // Requests wait for it meanwhile.
  await world.startJob()
  await world.inngest().start()
  await world.expectAllWell()
})

test('the Inngest server and its Redis are killed while jobs run: they continue with them', async () => {
  await begin()
  await world.inngest().kill()
  await world.redis.kill()
  world.hearing.release()
  await world.redis.start()
  await world.inngest().start()
  await world.expectAllWell()
})

test('an Inngest server that lost all data while jobs ran receives the functions and the jobs again', async () => {
  await begin()
  await world.replaceInngest()
  world.hearing.release()
  await world.startJob()
  await world.expectAllWell()
})
