import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { writeKeptAnswer } from '@/lib/sources/answers/answer-ring'
import { countRequest, flushRequestCounts } from '@/lib/sources/status/count-request'
import { newUser, useService } from '@/test/service'
import { checkMachine, checkSettings, checkStoppedMachine } from './check-machine'
import { checkNode } from './checks/programs'
import { checkClock, checkMail, checkStorage } from './checks/services'
import type { MachineCheck } from './contract'

const service = await useService()
/** Shown once, when the account is made. */
const key = (await ensureLocalAccount())?.apiKey
const DATABASE_URL = process.env.DATABASE_URL ?? ''

afterEach(() => {
  setEnv({ MAIL_SERVER: '', MAIL_FROM: '', S3_BUCKET: '', S3_ENDPOINT: '', DATABASE_URL, PORT: '9' })
})

const byName = (checks: readonly MachineCheck[]) => Object.fromEntries(checks.map((check) => [check.name, check]))

test("the API checks the operator's machine, and refuses other accounts", async () => {
  const answer = await service.call('GET', '/v1/doctor', { key })
  const { checks } = answer.body as { checks: MachineCheck[] }
  const found = byName(checks)
  expect(Object.keys(found)).toEqual([
    'node',
    'ffmpeg',
    'python',
    'yt-dlp',
    'speech',
    'disk',
    'storage',
    'mail',
    'billing',
    'database',
    'clock',
    'platforms',
  ])
  expect(found.node).toEqual({ name: 'node', status: 'ok', seen: `Node.js ${process.version}`, action: null })
  expect(found.database).toMatchObject({ status: 'ok', seen: expect.stringContaining('PostgreSQL') })
  expect(found.clock).toMatchObject({ status: 'ok' })
  expect(found.storage).toMatchObject({ status: 'ok' })
  expect(found.billing).toMatchObject({ status: 'ok', seen: 'Sandbox: test money only' })
  for (const { status, action } of checks) expect(action === null).toBe(status === 'ok')
  const { apiKey } = await newUser()
  expect((await service.call('GET', '/v1/doctor', { key: apiKey })).status).toBe(403)
})

test('an old Node.js has failed, with what to install', async () => {
  expect(await checkNode('v20.18.3')).toMatchObject({ status: 'failed', action: expect.stringContaining('20.19') })
  expect(await checkNode('v24.0.0')).toMatchObject({ status: 'ok' })
})

test('clocks that are apart are a warning', async () => {
  expect(await checkClock(async () => new Date(Date.now() - 60_000))).toMatchObject({
    status: 'warning',
    seen: expect.stringMatching(/60 s apart/),
  })
})

/** A mail server that greets, and closes or accepts what is asked. */
async function startMailServer(greeting: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.write(`${greeting}\r\n`)
    socket.on('data', (data) => socket.write(String(data).startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n'))
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test.each([
  ['220 ready', 'ok'],
  ['554 not for you', 'failed'],
])('a mail server that greets with "%s" is %s', async (greeting, status) => {
  const server = await startMailServer(greeting)
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  setEnv({ MAIL_SERVER: `smtp://${address}`, MAIL_FROM: 'a@example.com' })
  expect(await checkMail()).toMatchObject({ status, seen: expect.stringContaining(address) })
  server.close()
})

test('a mail server that is not there has failed, and its password is not shown', async () => {
  setEnv({ MAIL_SERVER: 'smtp://operator:the-password@127.0.0.1:9', MAIL_FROM: 'a@example.com' })
  const found = await checkMail()
  expect(found).toMatchObject({ status: 'failed', action: expect.stringContaining('MAIL_SERVER') })
  expect(JSON.stringify(found)).not.toContain('the-password')
})

test("a bucket that can't be reached has failed", async () => {
  setEnv({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })
  expect(await checkStorage()).toMatchObject({ status: 'failed', seen: expect.stringContaining('files') })
})

test('a platform that is failing now is a warning', async () => {
  for (let times = 0; times < 5; times++) {
    countRequest({ platform: 'x', kind: 'captions', outcome: 'upstream_blocked', elapsedMs: 300 })
  }
  await flushRequestCounts()
  clearSingleton('platform-status')
  expect(byName(await checkMachine()).platforms).toMatchObject({ status: 'warning', seen: 'Failing now: x' })
})

test('where no service runs its database is not started for a check', async () => {
  setEnv({ DATABASE_URL: '' })
  const found = byName(await checkStoppedMachine())
  expect(found.database).toMatchObject({ status: 'warning', action: 'Run "npm start".' })
  expect(found.node).toMatchObject({ status: 'ok' })
})

test('wrong settings are named, and nothing else is checked', async () => {
  process.env.PORT = 'a lot'
  clearSingleton('env')
  expect(await checkSettings()).toMatchObject({ status: 'failed', seen: expect.stringContaining('PORT') })
  setEnv({ PORT: '9' })
  expect(await checkSettings()).toMatchObject({ status: 'ok' })
})

test('answers that were not understood are listed, read and not mistaken for other files', async () => {
  const nothing = { reason: null, host: null, path: null, status: null, content_type: null, body_bytes: 3 }
  const asked = { kept_at: new Date().toISOString(), version: '1.0.0', platform: 'x', extractor: 'yt-dlp', body: 'new' }
  await writeKeptAnswer({ ...asked, ...nothing })
  const { answers } = (await service.call('GET', '/v1/doctor/answers', { key })).body as { answers: { name: string }[] }
  expect(answers).toMatchObject([{ platform: 'x', extractor: 'yt-dlp' }])
  expect(answers[0]).not.toHaveProperty('body')
  const whole = await service.call('GET', `/v1/doctor/answers/${answers[0]?.name}`, { key })
  expect(whole.body).toMatchObject({ body: 'new', version: '1.0.0' })
  for (const name of ['..%2Fsecret', 'nothing.json']) {
    expect((await service.call('GET', `/v1/doctor/answers/${name}`, { key })).status).toBe(404)
  }
})
