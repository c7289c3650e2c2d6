import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Published } from '@/lib/publishing/contract'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { type ServiceProcess, startProcess } from './start-process'

let origin: Origin
let service: ServiceProcess
let dataDir = ''

beforeAll(async () => {
  origin = await startOrigin([
    () => ({ headers: { 'content-type': 'text/vtt' }, body: 'WEBVTT\n\n00:01.000 --> 00:04.000\nXylophones\n' }),
  ])
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-operators-'))
  service = await startProcess(dataDir, { EGRESS_PROXY_URL: origin.proxyUrl })
}, 300_000)

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
  await origin.close()
})

/** The commands of an operator beside the running service. */
const type = (command: Command, ...args: string[]) => typeAt(dataDir, command, ...args)

const COMMANDS = ['user', 'public', 'models', 'doctor', 'backup', 'restore', 'stripe-check'] as const
type Command = (typeof COMMANDS)[number]

function typeAt(
  folder: string,
  command: Command,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, VERBATIM_DATA: folder }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/setup/operators/run.mjs', command, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const EVERYWHERE = ['', '.txt', '.srt', '.vtt', '.md', '.json', '/image']

test('an operator takes a page down, which then answers 451 with the reason in every format, and restores it', async () => {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: 'http://media.example/talk.vtt' })
  const published = await fetch(`${service.baseUrl}/v1/publish`, { method: 'POST', headers, body })
  const { slug } = (await published.json()) as Published
  const statuses = async () => {
    const answers = await Promise.all(
      [...EVERYWHERE.map((ending) => `/t/${slug}${ending}`), `/v1/public/${slug}`].map((address) =>
        fetch(`${service.baseUrl}${address}`),
      ),
    )
    return answers.map(({ status }) => status)
  }
  expect(new Set(await statuses())).toEqual(new Set([200]))

  expect((await type('public', 'takedown', slug)).code).toBe(2)
  const down = await type('public', 'takedown', slug, '--reason', 'A court said so.', '--json')
  expect([down.code, JSON.parse(down.out)]).toMatchObject([0, { slug, takedown_reason: 'A court said so.' }])
  expect(new Set(await statuses())).toEqual(new Set([451]))
  const page = await (await fetch(`${service.baseUrl}/t/${slug}`)).text()
  expect(page).toContain('A court said so.')
  expect(page).not.toContain('Xylophones')
  expect(await (await fetch(`${service.baseUrl}/t/${slug}.srt`)).text()).toContain('A court said so.')
  expect(await (await fetch(`${service.baseUrl}/sitemap.xml`)).text()).not.toContain(slug)

  expect((await type('public', 'list', '--down')).out).toContain(slug)
  expect((await type('public', 'restore', slug)).code).toBe(0)
  expect(new Set(await statuses())).toEqual(new Set([200]))
})

test('an operator makes, lists, suspends and deletes accounts from a terminal, and reads who did what', async () => {
  const email = 'grace@verbatim.test'
  const made = await type('user', 'create', email, '--tier', 'pro')
  const { api_key: key } = JSON.parse(made.out) as { api_key: string }
  const ask = () => fetch(`${service.baseUrl}/v1/me/api-key`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status).toBe(200)
  expect((await type('user', 'list')).out).toContain(email)
  expect((await type('user', 'suspend', email)).code).toBe(2)
  expect((await type('user', 'suspend', email, '--reason', 'Spam.', '--by', 'ada')).code).toBe(0)
  const refused = await ask()
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'account_suspended' }])
  expect((await type('user', 'unsuspend', email)).code).toBe(0)
  expect((await ask()).status).toBe(200)
  expect((await type('user', 'delete', email)).code).toBe(2)
  expect((await type('user', 'delete', email, '--yes')).code).toBe(0)
  expect((await ask()).status).toBe(401)
  const { out } = await type('user', 'log', '--json')
  const acts = (JSON.parse(out) as { action: string; operator: string; subject: string }[]).filter(
    ({ subject }) => subject === email,
  )
  expect(acts.map(({ action }) => action)).toEqual([
    'account.delete',
    'account.unsuspend',
    'account.suspend',
    'account.create',
  ])
  expect(acts[2]?.operator).toBe('ada')
  expect((await type('user', 'suspend', 'nobody@verbatim.test', '--reason', 'x')).code).toBe(1)
  expect((await type('user', 'nonsense')).code).toBe(2)
})

test.each(COMMANDS)('%s --help prints its usage, without a data folder', async (command) => {
  const none = path.join(dataDir, 'none')
  const usage = { code: 0, out: expect.stringMatching(/^Usage: /), err: '' }
  expect(await typeAt(none, command, '--help')).toEqual(usage)
  expect(await typeAt(none, command, '-h')).toEqual(usage)
  expect(existsSync(none)).toBe(false)
})
