import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeSound } from '../faults/make-sound'
import { startRecordingServer } from '../faults/recording-server'
import { startOrigin } from '../origin/start-origin'
import { freePort } from '../process/free-port'
import { startProcess } from '../process/start-process'
import { makeDevServer } from './inngest-server'
import { JOBS_LIMIT_MS } from './world'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-dev-server-'))
await chmod(folder, 0o755)
const { wav } = makeSound(2)
const origin = await startOrigin([
  ({ host }) => (host === 'sound.example' ? { headers: { 'content-type': 'audio/wav' }, body: wav } : undefined),
])
const hearing = await startRecordingServer()
const [port, devPort] = [await freePort(), await freePort()]
const dev = await makeDevServer(path.join(folder, 'inngest'), devPort, `http://127.0.0.1:${port}`)
await dev.start()
const settings = {
  ...{ INNGEST_DEV: dev.url, EGRESS_PROXY_URL: origin.proxyUrl },
  ...{ SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url },
}
const service = await startProcess(path.join(folder, 'data'), settings, port)
afterAll(async () => {
  await service.stop()
  await dev.kill()
  await hearing.close()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }

test('the development server runs a job, and /health names it', async () => {
  const body = JSON.stringify({ audio: 'http://sound.example/a.wav' })
  const started = await fetch(`${service.baseUrl}/v1/transcript`, { method: 'POST', headers, body })
  const { job_id } = (await started.json()) as { job_id: string }
  const read = async () => (await fetch(`${service.baseUrl}/v1/jobs/${job_id}`, { headers })).json()
  await expect
    .poll(read, { timeout: JOBS_LIMIT_MS, interval: 500 })
    .toMatchObject({ status: 'done', transcript: { text: expect.stringContaining('heard') } })
  expect(await (await fetch(`${service.baseUrl}/health`)).json()).toMatchObject({ status: 'ok', inngest: 'ok (dev)' })
})

test('the unsigned endpoint of the functions refuses the pages of a browser', async () => {
  const endpoint = `${service.baseUrl}/api/inngest`
  expect((await fetch(endpoint)).status).toBe(200)
  for (const sent of [{ origin: 'https://page.example' }, { 'sec-fetch-site': 'same-site' }])
    expect((await fetch(endpoint, { method: 'POST', headers: sent, body: '{}' })).status).toBe(404)
})
