import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSound } from '../faults/make-sound'
import { JOBS_LIMIT_MS, SOON, startWorld, type World } from './world'

/** Longer than anything on the way would keep a silent connection that it does not know. */
const DOWNLOAD_SECONDS = 330
const CHUNK_SECONDS = 40
/** Recordings of eleven seconds: nine chunks or so, transcribed two at a time by two processes in turn. */
const TURNS = 20
const POLLERS = 40
const PLACES = 2

async function* slowly(bytes: Uint8Array, seconds: number) {
  const part = Math.ceil(bytes.length / seconds)
  for (let at = 0; at < bytes.length; at += part) {
    yield bytes.subarray(at, at + part)
    await delay(1000)
  }
}

let world: World
/** A process that still starts refuses calls. */
let startedMs = 0
beforeAll(async () => {
  const route: NonNullable<Parameters<typeof startWorld>[0]>['routes'] = [
    ({ host }) => {
      if (host !== 'slow.example') return undefined
      const { wav } = makeSound(2)
      const headers = { 'content-type': 'audio/wav', 'content-length': wav.length }
      return { headers, body: slowly(wav, DOWNLOAD_SECONDS) }
    },
  ]
  world = await startWorld({ routes: route, settings: { SPEECH_CONCURRENCY: '1', REQUESTS_AT_ONCE: String(PLACES) } })
  startedMs = Date.now()
})
afterAll(() => world.stop())

const cutOrRefused = () =>
  world.front.calls.filter(({ beganMs, endedMs, status }) => beganMs >= startedMs && endedMs !== null && status !== 206)

test('no call is refused because the service has more to answer than it can', async () => {
  world.hearing.hold()
  const jobs = [await world.startJob(), await world.startJob(), await world.startJob(), await world.startJob()]
  await expect.poll(world.hearing.waiting, SOON).toBeGreaterThan(0)
  const stop = new AbortController()
  let shed = 0
  const poll = async () => {
    while (!stop.signal.aborted) {
      const response = await world.get(`/v1/jobs/${jobs[0]}`)
      await response.arrayBuffer()
      if (response.status === 503) shed++
    }
  }
  const polling = Promise.all(Array.from({ length: POLLERS }, poll))
  world.hearing.release()
  await expect.poll(world.open, { ...SOON, timeout: JOBS_LIMIT_MS }).toBe(0)
  await expect.poll(() => shed, SOON).toBeGreaterThan(0)
  stop.abort()
  await polling
  expect(cutOrRefused()).toEqual([])
  await world.expectAllWell()
})

test('a job of many minutes, of a slow engine or a slow source, is not cut, and no chunk is asked for twice', async () => {
  const before = world.hearing.asked.size
  world.hearing.release(CHUNK_SECONDS * 1000)
  await world.startJob(TURNS)
  await world.startJobOn('http://slow.example/talk.wav')
  await world.expectAllWell()
  expect(cutOrRefused()).toEqual([])
  const received = [...world.hearing.asked.values()].slice(before)
  expect(received.length).toBeGreaterThanOrEqual(6)
  expect(received.filter((times) => times.length > 1)).toEqual([])
})
