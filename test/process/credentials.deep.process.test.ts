import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openLocalBrowser } from './local-browser'
import { readConnection } from './read-connection'
import { startNext } from './start-next'
import { type ServiceProcess, startProcess } from './start-process'

const dataDirs: string[] = []
const services: ServiceProcess[] = []
let stopNext = async () => {}
/** Two processes and Next by itself, on one database and with one secret. */
let mounts: string[] = []
let apiKey = ''

async function start(settings: Record<string, string>): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-credentials-'))
  dataDirs.push(dataDir)
  const service = await startProcess(dataDir, settings)
  services.push(service)
  return service
}

beforeAll(async () => {
  const shared = { VERBATIM_SECRET: randomBytes(32).toString('hex') }
  const first = await start(shared)
  apiKey = first.apiKey ?? ''
  const database = { ...shared, DATABASE_URL: await readConnection(dataDirs[0] ?? '') }
  const second = await start(database)
  const site = await startNext({ ...database, VERBATIM_DATA: dataDirs[0] ?? '', BASE_URL: first.baseUrl })
  stopNext = site.stop
  mounts = [first.baseUrl, second.baseUrl, site.baseUrl]
}, 300_000)

afterAll(async () => {
  await stopNext()
  for (const service of services.reverse()) await service.stop()
  for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
})

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** The answer of each mount to a key: on two operations, and at the connector. */
async function answersTo(key: string): Promise<number[]> {
  const authorization = `Bearer ${key}`
  const accept = 'application/json, text/event-stream'
  const connector = {
    method: 'POST',
    headers: { authorization, accept, 'content-type': 'application/json' },
    body: LIST,
  }
  const answers = mounts.map((mount) => [
    fetch(`${mount}/v1/me/api-key`, { headers: { authorization } }),
    fetch(`${mount}/v1/jobs/none`, { headers: { authorization } }),
    fetch(`${mount}/mcp`, connector),
  ])
  return Promise.all(answers.flat().map(async (answer) => (await answer).status))
}

test('an old key is refused at the very next call, on every mount of every process', async () => {
  const known = [200, 404, 200]
  for (let round = 0; round < 2; round++) expect(await answersTo(apiKey)).toEqual([...known, ...known, ...known])
  for (const mount of mounts) {
    const answer = await fetch(`${mount}/v1/me/api-key/regenerate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const { key } = z.object({ key: z.string() }).parse(await answer.json())
    expect(new Set(await answersTo(apiKey))).toEqual(new Set([401]))
    expect(await answersTo(key)).toEqual([...known, ...known, ...known])
    apiKey = key
  }
})

/** Signs in as the page does, on one's own machine. Returns the cookies. */
async function signIn(mount: string, email: string, local: string): Promise<string> {
  const jar = new Map(local.split('; ').map((pair) => pair.split('=', 2) as [string, string]))
  const ask = async (address: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const init: RequestInit = { headers: { cookie, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' }
    const answer = await fetch(
      `${mount}/api/auth/${address}`,
      form ? { ...init, method: 'POST', body: new URLSearchParams(form) } : init,
    )
    for (const [, name = '', value = ''] of answer.headers
      .getSetCookie()
      .map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []))
      jar.set(name, value)
    return answer
  }
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await (await ask('csrf')).json())
  const begun = z.object({ link: z.string() }).parse(await (await ask('signin/email', { csrfToken, email })).json())
  await ask('callback/email', Object.fromEntries(new URL(begun.link).searchParams))
  return `${local}; verbatim.session=${jar.get('verbatim.session')}`
}

test('signing out ends the session everywhere immediately', async () => {
  const [first] = services
  if (!first) throw new Error('no service was started')
  // Its name has the port of the service: the browser that the first one let in is let in everywhere, by the same
  // session.
  const value = (await openLocalBrowser(first)).split('=')[1]
  const local = mounts
    .slice(0, 2)
    .map((mount) => `verbatim.local-${new URL(mount).port}=${value}`)
    .join('; ')
  for (const mount of mounts) {
    const cookie = await signIn(mount, 'ada@verbatim.test', local)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const tiers = () =>
      Promise.all(
        mounts.map(async (one) => {
          const answer = await fetch(`${one}/v1/me/api-key`, { headers })
          return z.object({ tier: z.string() }).parse(await answer.json()).tier
        }),
      )
    expect(await tiers()).toEqual(['free', 'free', 'free'])
    const signedOut = await fetch(`${mount}/sign-out`, { method: 'POST', headers, redirect: 'manual' })
    expect([signedOut.status, signedOut.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')])
    // The browser is the machine's own account again.
    expect(await tiers()).toEqual(['ultra', 'ultra', 'ultra'])
  }
})
