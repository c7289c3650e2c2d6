import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { closeDb } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { louderSpeech } from '../louder-speech'
import { bearer } from '../prepare-pollers'
import { startSpeechServer } from '../speech/speech-server'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const speech = await startSpeechServer()
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-turns-'))
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, JOBS_AT_A_TIME: '1' }
const service = await startProcess(dataDir, settings)
setEnv({ BASE_URL: service.baseUrl, DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
afterAll(async () => {
  await closeDb()
  await service.stop()
  speech.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Each waiting job of a user puts the next one ten seconds behind those of others: far more than the requests take. */
const WAITING = ['de', 'es', 'it', 'nl', 'pl']

test('the only job of a user comes before the last waiting job of a user who has several', async () => {
  const [several, one] = await Promise.all(
    ['several', 'one'].map((name) => createUser({ email: `${name}@verbatim.test`, tier: 'ultra' })),
  )
  if (!several || !one) throw new Error('two users were to be created')
  const sound = await louderSpeech(1)
  const post = async <T>(user: { apiKey: string }, target: string, body: object): Promise<T> => {
    const headers = { ...bearer(user), 'content-type': 'application/json' }
    const answer = await fetch(service.baseUrl + target, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return (await answer.json()) as T
  }
  /** Requests a transcript in a language, by which the engine knows the job; returns the job's last event. */
  const request = async (user: { apiKey: string }, lang: string) => {
    const file = { filename: `${lang}.wav`, content_type: 'audio/wav' }
    const { upload_url, object_path } = await post<SignResponse>(user, '/v1/uploads/sign', file)
    expect((await fetch(upload_url, { method: 'PUT', body: sound })).status).toBe(200)
    const { job_id } = await post<JobStarted>(user, '/v1/transcript', { upload: object_path, lang })
    return async () => (await fetch(`${service.baseUrl}/v1/jobs/${job_id}/events`, { headers: bearer(user) })).text()
  }
  const ends = [await request(several, 'en')]
  const first = await speech.next()
  for (const lang of WAITING) ends.push(await request(several, lang))
  ends.push(await request(one, 'fr'))
  await first.answer()
  const order: (string | null)[] = []
  for (let n = 0; n <= WAITING.length; n++) {
    const next = await speech.next()
    order.push(next.language)
    await next.answer()
  }
  expect(order.filter((language) => language !== 'fr')).toEqual(WAITING)
  expect(order.at(-1)).not.toBe('fr')
  for (const end of ends) expect(await end()).toContain('"status":"done"')
})
