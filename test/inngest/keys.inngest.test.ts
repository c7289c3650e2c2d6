import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOON, startWorld, type World } from './world'

const WRONG_SIGNING_KEY = 'ab12'.repeat(16)
const WRONG_EVENT_KEY = 'another-event-key'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function restart(settings: Record<string, string> = {}): Promise<void> {
  for (const one of world.members) await one.stop()
  await Promise.all(world.members.map((one) => one.start(settings)))
}

/** The Inngest server by `/health` of the first process. */
async function said(): Promise<string> {
  const health = await world.members[0].health()
  return `${health.status} ${health.inngest}`
}

test('a signing key that is not the server’s: the log and /health say so, and jobs wait until it is right', async () => {
  await restart({ INNGEST_SIGNING_KEY: WRONG_SIGNING_KEY })
  await world.startJob()
  await expect.poll(said, SOON).toContain('INNGEST_SIGNING_KEY')
  expect(world.members[0].printed()).toContain('INNGEST_SIGNING_KEY')
  expect(await world.open()).toBe(1)
  await restart()
  await world.expectAllWell()
  await expect.poll(said, SOON).toMatch(/^ok ok/)
})

test('an event key that is not the server’s: the log and /health say so, and events wait until it is right', async () => {
  await restart({ INNGEST_EVENT_KEY: WRONG_EVENT_KEY })
  await world.startJob()
  await expect.poll(said, SOON).toContain('INNGEST_EVENT_KEY')
  expect(world.members[0].printed()).toContain('INNGEST_EVENT_KEY')
  expect(await world.open()).toBe(1)
  await restart()
  await world.expectAllWell()
  await expect.poll(said, SOON).toMatch(/^ok ok/)
})

test("the server can't be had for a while: the relay says so once, and when it is back", async () => {
  await world.inngest().kill()
  await world.startJob()
  const log = () => world.members.map((one) => one.printed()).join('')
  await expect.poll(log, SOON).toContain('accepts no events')
  await world.inngest().start()
  await world.expectAllWell()
  await expect.poll(log, SOON).toMatch(/accepts events again/)
})
