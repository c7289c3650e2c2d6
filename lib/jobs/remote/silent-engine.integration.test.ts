import { execFileSync } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import type { JobStarted } from '../contract'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-silent-'))
const runs = path.join(folder, 'runs')
/** Simulates a broken pocketsphinx that exits with 0 and prints nothing. */
for (const name of ['pocketsphinx', 'pocketsphinx_continuous']) {
  await writeFile(path.join(folder, name), `#!/bin/sh\necho run >> "${runs}"\nexit 0\n`, { mode: 0o755 })
}
const service = await useService({
  SPEECH_ENGINE: 'pocketsphinx',
  PATH: `${folder}${path.delimiter}${process.env.PATH}`,
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function transcribe(sound: Uint8Array<ArrayBuffer>) {
  const { userId, apiKey: key } = await newUser()
  const object = await upload(service, key, 'speech.wav', sound)
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object } })
  expect(answer.status).toBe(202)
  const { job_id } = answer.body as JobStarted
  return { userId, key, jobId: job_id }
}

/** Waits for the job's end and makes delayed retries run immediately. */
async function hurried({ key, jobId }: Awaited<ReturnType<typeof transcribe>>) {
  let isOver = false
  const job = ended(service, key, jobId).finally(() => {
    isOver = true
  })
  const hurry = async () => {
    await pool().query('update durable_item set due_at = now() where due_at > now()')
    return isOver
  }
  await expect.poll(hurry, { timeout: 50_000, interval: 100 }).toBe(true)
  return job
}

test('a job on loud speech whose engine says nothing at all has failed: tried again, and nothing is charged', {
  tags: 'deep',
}, async () => {
  const started = await transcribe(await louderSpeech(1))
  const job = await hurried(started)
  expect(job).toMatchObject({ status: 'error', error: { code: 'transcriber_failed' } })
  expect((await readFile(runs, 'utf8')).trim().split('\n').length).toBeGreaterThan(1)
  const where = { userId: started.userId }
  expect(await db().usageCharge.count({ where })).toBe(0)
  expect(await db().usageReservation.count({ where })).toBe(0)
  expect((await db().usagePeriod.findFirst({ where }))?.usedSeconds ?? 0).toBe(0)
})

test('a job on silence is done all the same, with no speech in it', async () => {
  const job = await hurried(await transcribe(new Uint8Array(silence(5))))
  expect(job).toMatchObject({ status: 'done', transcript: { segments: [], warnings: [{ code: 'no_speech' }] } })
})

test('a job on loud music is done, with no speech in it, and its engine is not asked', { tags: 'deep' }, async () => {
  const music = '0.3*exp(-20*mod(t\\,0.5))*sin(120*PI*t)+0.2*(sin(440*PI*t)+sin(554*PI*t))*(0.6+0.4*sin(PI*t))'
  const wav = ['-f', 'lavfi', '-i', `aevalsrc=${music}:s=16000:d=30`, '-f', 'wav', 'pipe:1']
  await rm(runs, { force: true })
  const job = await hurried(await transcribe(new Uint8Array(execFileSync('ffmpeg', ['-v', 'error', ...wav]))))
  expect(job).toMatchObject({ status: 'done', transcript: { segments: [], warnings: [{ code: 'no_speech' }] } })
  await expect(access(runs)).rejects.toMatchObject({ code: 'ENOENT' })
})
