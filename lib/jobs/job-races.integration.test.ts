import { expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { saveMedia } from '@/lib/archive/media/save-media'
import { type NewTranscript, storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import type { Media } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { findLibraryItem } from '@/lib/transcripts/library-item/find-library-item'
import { useDatabase } from '@/test/database'
import { holdRows, untilWaiting } from '@/test/hold-rows'
import { learnDuration } from './audio/learn-duration'
import { cancelJob } from './cancel-job'
import { failJob } from './end/fail-job'
import { finishJob } from './end/finish-job'
import { findJob } from './find-job'
import { JobEnded, whileJobRuns } from './runs/while-job-runs'
import { startJob } from './start-job'
import { currentRun } from './testing/add-job'

await useDatabase()
const MINUTE_MS = 60_000

async function caller(tier = 'pro'): Promise<Actor> {
  const { userId } = await createUser({ email: `${newId()}@verbatim.test`, tier })
  return { kind: 'api_key', userId, tier }
}

function recording(): Promise<Media> {
  const id = newId()
  const url = `http://a.example/${id}`
  return saveMedia(
    { platform: 'podcast', videoId: id, accessKey: '', url, openUrl: url, ownerId: null, title: null },
    { kind: 'audio' },
  )
}

async function start(actor: Actor, media: Media, durationMs: number | null = MINUTE_MS): Promise<string> {
  const begun = await startJob(actor, {
    media,
    openUrl: media.url,
    requestedLang: 'en',
    langHint: null,
    durationMs,
    strict: false,
    captionless: true,
    allowPartial: false,
    fromMs: 0,
    forImport: false,
    replaces: null,
  })
  if (!('job_id' in begun)) throw new Error('a transcript was there already')
  return begun.job_id
}

function text(media: Media, coveredMs = MINUTE_MS): NewTranscript {
  return {
    mediaId: media.id,
    requestedLang: 'en',
    lang: 'en',
    source: 'speech_to_text',
    engine: { name: 'openai', model: 'whisper-1' },
    availableLangs: ['en'],
    segments: [{ startMs: 0, endMs: 1000, text: 'What was said' }],
    coveredMs,
    totalMs: coveredMs,
    complete: true,
    warnings: [],
  }
}

async function spent({ userId }: Actor) {
  const period = await db().usagePeriod.findFirst({ where: { userId } })
  return { used: period?.usedSeconds ?? 0, reserved: period?.reservedSeconds ?? 0 }
}

const holdPeriod = (actor: Actor) =>
  holdRows('select 1 from usage_period where user_id = $1 for update', [actor.userId])

test('a caller who joins while a job finishes gets the stored text instead, with nothing promised to the job', async () => {
  const [a, b, media] = [await caller(), await caller(), await recording()]
  const jobId = await start(a, media)
  const release = await holdPeriod(a)
  const finishing = finishJob(jobId, text(media))
  await untilWaiting(1)
  const request = {
    media,
    openUrl: media.url,
    requestedLang: 'en',
    langHint: null,
    durationMs: MINUTE_MS,
    strict: false,
    captionless: true,
    allowPartial: false,
    fromMs: 0,
    forImport: false,
    replaces: null,
  }
  const joining = startJob(b, request)
  await untilWaiting(2)
  await release()
  await finishing
  const stored = await db().transcript.findFirstOrThrow({ where: { mediaId: media.id } })
  expect(await joining).toEqual({ storedId: stored.id })
  expect(await spent(b)).toEqual({ used: 0, reserved: 0 })
  expect(await db().job.count({ where: { mediaId: media.id } })).toBe(1)
})

test('a caller who joins while a job fails starts a new one', async () => {
  const [a, b, media] = [await caller(), await caller(), await recording()]
  const jobId = await start(a, media)
  const release = await holdPeriod(a)
  const failing = failJob(jobId, new Problem('transcriber_failed'))
  await untilWaiting(1)
  const joining = start(b, media)
  await untilWaiting(2)
  await release()
  await failing
  expect(await joining).not.toBe(jobId)
  expect(await spent(b)).toEqual({ used: 0, reserved: 60 })
})

test('a caller who has left a job does not get its text, and one who stayed does', async () => {
  const [a, b, media] = [await caller(), await caller(), await recording()]
  const jobId = await start(a, media)
  expect(await start(b, media)).toBe(jobId)
  await cancelJob(b, jobId)
  await finishJob(jobId, text(media))
  expect((await findLibraryItem(a, jobId)).transcript?.text).toBe('What was said')
  expect((await findLibraryItem(b, jobId)).transcript).toBeNull()
  expect(await findJob(b, jobId, 'json')).toMatchObject({
    status: 'error',
    transcript: null,
    error: { code: 'cancelled' },
  })
  expect([await spent(a), await spent(b)]).toEqual([
    { used: 60, reserved: 0 },
    { used: 0, reserved: 0 },
  ])
})

test('a job continues for a caller who joins while the only other caller turns out to lack allowance', async () => {
  const [poor, b, media] = [await caller('free'), await caller(), await recording()]
  const jobId = await start(poor, media, null)
  await db().usagePeriod.createMany({
    data: [{ userId: poor.userId, periodStart: new Date(new Date().toISOString().slice(0, 7)), usedSeconds: 890 }],
  })
  const release = await holdRows('select 1 from job_caller where user_id = $1 for update', [poor.userId])
  const learning = learnDuration(jobId, MINUTE_MS)
  await untilWaiting(1)
  const joining = start(b, media, null)
  await untilWaiting(2)
  await release()
  expect(await learning).toBe(false)
  expect(await findJob(poor, jobId, 'json')).toMatchObject({ status: 'error', error: { code: 'allowance_exceeded' } })
  // The first job ended without callers; the caller who joined then has a separate job that runs.
  const second = await joining
  expect(await findJob(b, second, 'json')).toMatchObject({ status: 'queued' })
  expect(await learnDuration(second, MINUTE_MS)).toBe(true)
  expect(await spent(b)).toEqual({ used: 0, reserved: 60 })
})

test('a recording that is longer than its header said is reserved and judged by what it is', async () => {
  const [rich, poor] = [await caller(), await caller('free')]
  const [one, other] = [await recording(), await recording()]
  const goesOn = await start(rich, one, 1000)
  expect(await learnDuration(goesOn, 100 * MINUTE_MS)).toBe(true)
  expect(await spent(rich)).toEqual({ used: 0, reserved: 6000 })
  const ends = await start(poor, other, 1000)
  expect(await learnDuration(ends, 100 * MINUTE_MS)).toBe(false)
  expect(await spent(poor)).toEqual({ used: 0, reserved: 0 })
  expect(await findJob(poor, ends, 'json')).toMatchObject({ status: 'error', error: { code: 'allowance_exceeded' } })
})

test('a draft that is made anew is not paid twice, not even when too little is left', async () => {
  const [user, media] = [await caller('free'), await recording()]
  const draft = { ...text(media, 10 * MINUTE_MS), engine: { name: 'pocketsphinx', model: 'en-us' } }
  const first = await start(user, media, 10 * MINUTE_MS)
  await finishJob(first, draft)
  expect(await spent(user)).toEqual({ used: 600, reserved: 0 })
  const stored = await db().transcript.findFirstOrThrow({ where: { mediaId: media.id } })
  const request = { media, openUrl: media.url, requestedLang: 'en', langHint: null, durationMs: 10 * MINUTE_MS }
  const again = await startJob(user, {
    ...request,
    strict: false,
    captionless: true,
    allowPartial: false,
    fromMs: 0,
    forImport: false,
    replaces: stored.id,
  })
  if (!('job_id' in again)) throw new Error('the draft was to be replaced')
  await finishJob(again.job_id, text(media, 10 * MINUTE_MS))
  expect(await spent(user)).toEqual({ used: 600, reserved: 0 })
  expect(await findJob(user, again.job_id, 'json')).toMatchObject({ transcript: { engine: { name: 'openai' } } })
})

test('a job that was made needless while it was asked for is not begun', async () => {
  const [user, media] = [await caller(), await recording()]
  const stored = await storeTranscript(db(), text(media))
  const request = {
    media,
    openUrl: media.url,
    requestedLang: 'en',
    langHint: null,
    durationMs: null,
    strict: false,
    captionless: true,
    allowPartial: false,
    fromMs: 0,
    forImport: false,
    replaces: null,
  }
  expect(await startJob(user, request)).toEqual({ storedId: stored.id })
})

test('work for a job stops as soon as the job has ended', async () => {
  const [user, media] = [await caller(), await recording()]
  const jobId = await start(user, media)
  const working = whileJobRuns(await currentRun(jobId), 60_000, async (signal) => {
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await cancelJob(user, jobId)
    await stopped
    signal.throwIfAborted()
  })
  await expect(working).rejects.toBeInstanceOf(JobEnded)
  await closeNotifications()
})

test('one user’s concurrent calls for many recordings leave connections to other users', async () => {
  const [busy, other] = [await caller(), await caller()]
  // More than there are connections.
  const many = await Promise.all(Array.from({ length: 15 }, () => recording()))
  const letGo = await holdRows('select 1 from users where id = $1::uuid for update', [busy.userId])
  const starting = Promise.all(many.map((one) => start(busy, one)))
  await untilWaiting(1)
  expect(await start(other, await recording())).toMatch(/^[0-9a-f-]{36}$/)
  await letGo()
  expect(new Set(await starting).size).toBe(many.length)
})

test('many concurrent callers, each with several requests, share one job', { tags: 'deep' }, async () => {
  const media = await recording()
  // More concurrent calls than there are connections, but few enough that the last gets one in time on a busy machine.
  const callers = await Promise.all(Array.from({ length: 10 }, () => caller()))
  const jobs = await Promise.all([...callers, ...callers, ...callers].map((one) => start(one, media)))
  expect(new Set(jobs).size).toBe(1)
  expect(await db().jobCaller.count({ where: { jobId: jobs[0] ?? '' } })).toBe(callers.length)
  await finishJob(jobs[0] ?? '', text(media))
  for (const one of callers) expect(await spent(one)).toEqual({ used: 60, reserved: 0 })
})
