import { serve } from 'inngest/edge'
import { afterAll } from 'vitest'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { createUser, type NewUser } from '@/lib/accounts/create-user'
import { api } from '@/lib/api/app'
import { closeAdvisoryLocks } from '@/lib/core/db/advisory-lock'
import { pool } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { startExecutor } from '@/lib/durable/start-executor'
import type { Job } from '@/lib/jobs/contract'
import { useDatabase } from './database'
import { documentedResponses } from './documented-responses'
import { aside, watchEventLoop } from './event-loop-watch'
import { noteExercised } from './exercised'
import { startSpeechServer } from './speech/speech-server'

export type Call = {
  key?: string | undefined
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

const NAMED_CODE = /"(?:code|type)":"([a-z_]+)"/g

export type Answer = { status: number; headers: Headers; body: never; text: string }

/**
 * The API with its executor, on a separate database, for one test file. Without `SPEECH_ENGINE`, sound is transcribed by a
 * server on loopback, with words that identify the sound. `prepare` runs before any part of the service
 * exists, so it may change the database.
 */
export async function useService(
  settings: Record<string, string> = {},
  prepare: (databaseUrl: string) => Promise<void> = async () => undefined,
) {
  const answers = documentedResponses()
  const watchRequest = watchEventLoop()
  const { dataDir, databaseUrl } = await useDatabase()
  await prepare(databaseUrl)
  // Tests call as fast as they can; those of the limits set them.
  const noLimits = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PUBLIC_PER_MINUTE: '0' }
  const speech = settings.SPEECH_ENGINE === undefined ? await startSpeechServer({ answersItself: true }) : null
  const engine = speech ? { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url } : {}
  // The service's requests to itself reach no other service of this machine.
  const own = { BASE_URL: 'http://localhost:3000', PORT: '9' }
  setEnv({ ...engine, ...own, ...noLimits, ...settings })
  answers.check(api())
  const codes = new Set<string>()
  const executor = await startExecutor({
    pool: pool(),
    handler: serve({ client: inngest, functions }),
    backoffMs: [50],
  })
  afterAll(async () => {
    noteExercised([...codes])
    await executor.stop(5_000)
    await closeNotifications()
    await closeAdvisoryLocks()
    speech?.close()
  })

  /** Counts the codes that a response names as exercised. */
  function noteCodes(text: string): void {
    for (const [, code = ''] of aside(() => [...text.matchAll(NAMED_CODE)])) codes.add(code)
  }

  async function call(method: string, path: string, { key, body, raw, headers = {} }: Call = {}): Promise<Answer> {
    const auth: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: { ...auth, ...json, ...headers },
      duplex: 'half',
    }
    if (body !== undefined) init.body = JSON.stringify(body)
    if (raw !== undefined) init.body = raw
    const end = watchRequest(`${method} ${path}`)
    const ask = async () => {
      const response = await api().request(new URL(path, 'http://localhost:3000').href, init)
      return { response, text: await response.text() }
    }
    const { response, text } = await ask().finally(end)
    // The document only lists codes.
    if (path !== '/openapi.json') noteCodes(text)
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    const parsed = isJson ? aside(() => JSON.parse(text)) : null
    return { status: response.status, headers: response.headers, body: parsed as never, text }
  }

  return { call, dataDir, noteCodes, watchRequest }
}

/** A new account with its key. */
export function newUser(tier = 'pro'): Promise<NewUser> {
  return createUser({ email: `${newId()}@verbatim.test`, tier })
}

export type Service = Awaited<ReturnType<typeof useService>>

/** Uploads bytes as a user does: sign, then PUT. Returns the object path. */
export async function upload(service: Service, key: string, filename: string, bytes: BodyInit): Promise<string> {
  const signed = await service.call('POST', '/v1/uploads/sign', {
    key,
    body: { filename, content_type: 'application/octet-stream' },
  })
  const { upload_url, object_path } = signed.body as { upload_url: string; object_path: string }
  const put = await service.call('PUT', upload_url, { raw: bytes })
  if (put.status !== 200) throw new Error(`the upload was answered ${put.status}: ${put.text}`)
  return object_path
}

/** The job once it has ended, by its stream of events. */
export async function ended(service: Service, key: string, jobId: string): Promise<Job> {
  const stream = await service.call('GET', `/v1/jobs/${jobId}/events`, { key })
  const last = stream.text.split('\n').findLast((line) => line.startsWith('data: '))
  return JSON.parse(last?.slice('data: '.length) ?? 'null') as Job
}
