import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOON, startWorld, type World } from './world'

const JOBS = 50
/** A sentence, and what the protocol has around it. */
const LARGEST_ANSWER = 4096

let world: World
beforeAll(async () => {
  const broken: Parameters<typeof startWorld>[0] = {
    routes: [
      ({ host }) =>
        host === 'broken.example'
          ? { headers: { 'content-type': 'audio/mpeg' }, body: Buffer.alloc(300_000, 'not sound at all ') }
          : undefined,
    ],
  }
  world = await startWorld(broken)
})
afterAll(() => world.stop())

test('the server learns of the functions by itself, and the first job is done', async () => {
  await world.startJob()
  await world.expectAllWell()
})

test(`${JOBS} concurrent jobs all finish, and no call is cut off or retried`, async () => {
  const before = world.front.calls.length
  await Promise.all(Array.from({ length: JOBS }, () => world.startJob(2)))
  await world.expectAllWell()
  await expect.poll(() => world.front.calls.filter(({ endedMs }) => endedMs === null), SOON).toEqual([])
  const calls = world.front.calls.slice(before)
  expect(calls.filter(({ status, attempt }) => status !== 206 || attempt > 0)).toEqual([])
})

test('the same events again, under their ids and under others, change nothing', async () => {
  const sent = async () => {
    const requested = `select id, body -> 'data' as data from event where name = 'job/requested' order by created_at`
    return (await world.database.query<{ id: string; data: unknown }>(requested)).rows
  }
  const send = async (id: string, data: unknown) => {
    const event = { name: 'job/requested', id, data }
    const url = `${world.inngest().url}/e/${world.keys.eventKey}`
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify([event]) })
    expect(response.status).toBe(200)
  }
  world.hearing.hold()
  await world.startJob()
  await expect.poll(world.hearing.waiting, SOON).toBeGreaterThan(0)
  const asked = [...(await sent()).slice(0, 10), ...(await sent()).slice(-1)]
  const runs = () => new Set(world.front.calls.map(({ run }) => run)).size
  const before = runs()
  for (const { id, data } of asked) {
    await send(id, data)
    await send(`${id}:twice`, data)
  }
  // Those under other ids are runs of their own.
  await expect.poll(runs, SOON).toBeGreaterThanOrEqual(before + asked.length)
  world.hearing.release()
  await world.expectAllWell()
})

test('a failed job sends the server a short error, and its step results stay small', async () => {
  await world.startJobOn('http://broken.example/talk.mp3')
  await world.expectAllWell({ unsupported_media: 1 })
  await expect.poll(() => world.front.calls.filter(({ endedMs }) => endedMs === null), SOON).toEqual([])
  expect(world.front.calls.filter(({ bytes }) => bytes > LARGEST_ANSWER)).toEqual([])
})
