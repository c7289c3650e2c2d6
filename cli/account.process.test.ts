import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '@/lib/api/client'
import { listConnections } from '@/lib/oauth/connections/contract'
import { approveDevice } from '@/lib/oauth/device/contract'
import { type CliResult, runCli, startCli } from '@/test/cli/run-cli'
import { runInTerminal } from '@/test/cli/run-in-terminal'
import { type Relay, startRelay } from '@/test/cli/start-relay'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'

const CAPTIONED = 'public/samples/captioned.mp4'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-cli-'))
const configHome = path.join(folder, 'config')
const credentials = path.join(configHome, 'verbatim', 'credentials.json')
let service: ServiceProcess
let relay: Relay
let env: Record<string, string>

const run = (args: string[], more: Record<string, string> = {}) => runCli(args, { env: { ...env, ...more } })
const account = () => createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey ?? '' })

beforeAll(async () => {
  service = await startProcess(path.join(folder, 'data'))
  relay = await startRelay(service.baseUrl)
  env = { VERBATIM_URL: relay.url, XDG_CONFIG_HOME: configHome }
}, 300_000)

beforeEach(() => {
  relay.asked.length = 0
  relay.answerWith(() => null)
})

afterAll(async () => {
  await relay.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Signs in as a person does who reads the code off one screen and decides about it on another. */
async function login(decision: 'approve' | 'deny', args: string[] = []): Promise<CliResult> {
  const signingIn = startCli(['login', ...args], { env })
  const [, code = ''] = await signingIn.said(/with the code ([A-Z]{4}-[A-Z]{4})/)
  await account()(approveDevice, { body: { user_code: code, decision } })
  return signingIn.result
}

async function stored(): Promise<Record<string, Record<string, string>>> {
  return JSON.parse(await readFile(credentials, 'utf8')).servers
}

async function expire(): Promise<void> {
  const content = JSON.parse(await readFile(credentials, 'utf8'))
  content.servers[relay.url].expires_at = new Date(0).toISOString()
  await writeFile(credentials, JSON.stringify(content))
}

describe('signing in', () => {
  test('shows where to go and which code to allow, and keeps what it is given for its owner alone', async () => {
    const { code, stdout, stderr } = await login('approve')
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/open http:\/\/\S+\/device\?user_code=[A-Z]{4}-[A-Z]{4}/)
    expect(stderr).toContain(`You are signed in to ${relay.url}.`)
    expect((await stat(credentials)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(credentials))).mode & 0o777).toBe(0o700)
    expect(await readdir(path.dirname(credentials))).toEqual(['credentials.json'])
    expect(stderr).not.toContain((await stored())[relay.url]?.access_token)
  })

  test('makes this device one of the account’s, and the server the one that is meant', async () => {
    const { connections } = (await account()(listConnections, {})).body
    expect(connections).toMatchObject([{ kind: 'device', name: expect.stringMatching(/^Verbatim CLI on /) }])
    const { code, stdout } = await run(['whoami'], { VERBATIM_URL: '' })
    expect([code, stdout]).toEqual([0, `Signed in to ${relay.url} on this device, on the ultra plan\n`])
  })

  test('that is refused ends with 3', { tags: 'deep' }, async () => {
    const { code, stderr } = await login('deny', ['--json'])
    expect(code).toBe(3)
    expect(stderr).toContain('"code": "access_denied"')
  })

  test('may be interrupted while it waits', async () => {
    const signingIn = startCli(['login'], { env })
    await signingIn.said(/with the code/)
    signingIn.child.kill('SIGINT')
    expect(await signingIn.result).toMatchObject({ code: 130, stdout: '' })
  })

  test('opens the sign-in address in the browser from a terminal', async () => {
    const opened = path.join(folder, 'opened')
    const browser = path.join(folder, 'browser')
    await writeFile(browser, `#!/bin/sh\necho "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`, {
      mode: 0o755,
    })
    const signingIn = runInTerminal(['login'], { ...env, BROWSER: browser })
    await signingIn.shown(/Waiting for your approval/)
    await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toMatch(/\/device\?user_code=/)
    signingIn.type('\u0003')
    expect((await signingIn.end).code).toBe(130)
  })

  test('goes after a key in the environment', async () => {
    const { stdout } = await run(['whoami', '--json'], { VERBATIM_API_KEY: service.apiKey ?? '' })
    expect(JSON.parse(stdout)).toEqual({ server: relay.url, signed_in_by: 'api_key', tier: 'ultra' })
  })

  test('a sign-in at one server is never sent to another server', async () => {
    const { code } = await run(['whoami'], { VERBATIM_URL: service.baseUrl })
    expect(code).toBe(3)
  })
})

describe('named API keys', () => {
  test('are created, listed, used within their scopes, and deleted', async () => {
    const created = await run([
      'key',
      'create',
      'Backup server',
      '--scope',
      'transcripts:read',
      '--expires-in',
      '30',
      '--json',
    ])
    const { id, key, scopes, expires_at: expires } = JSON.parse(created.stdout)
    expect([created.code, scopes, expires]).toEqual([0, ['transcripts:read'], expect.stringMatching(/^\d{4}-/)])
    const withKey = { VERBATIM_API_KEY: key as string }
    expect((await run(['history'], withKey)).code).toBe(0)
    expect((await run(['key', 'list'], withKey)).code).not.toBe(0)
    const listed = await run(['key', 'list'])
    expect(listed.stdout).toMatch(/^ID +NAME +KEY/)
    expect(listed.stdout).toMatch(new RegExp(`${id} +Backup server +vbt_\\S+… +transcripts:read`))
    const uses = await run(['key', 'uses', '--days', '1', '--json'])
    const counted = (JSON.parse(uses.stdout).uses as { key_id: string }[]).find(({ key_id }) => key_id === id)
    expect(counted).toMatchObject({ name: 'Backup server', refused: 1 })
    const kept = await run(['key', 'delete', id])
    expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining('Add --yes')])
    expect((await run(['key', 'delete', id, '--yes'])).code).toBe(0)
    expect((await run(['history'], withKey)).stderr).toContain('This API key was deleted.')
    const unknown = await run(['key', 'create', 'x', '--scope', 'everything'])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Scopes are transcripts:read,')])
  })
})

describe('an access token', () => {
  test('that has ended is renewed once, by whichever of many commands is first', { tags: 'deep' }, async () => {
    await expire()
    const before = (await stored())[relay.url]
    const results = await Promise.all(Array.from({ length: 5 }, () => run(['whoami'])))
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(results.map(() => [0, '']))
    expect(relay.asked.filter((question) => question === 'POST /oauth/token')).toHaveLength(1)
    const after = (await stored())[relay.url]
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    expect((await stat(credentials)).mode & 0o777).toBe(0o600)
  })

  test('that the server refuses before its time is renewed, and the call made again', async () => {
    let refusals = 1
    const body = JSON.stringify({})
    relay.answerWith((question) => (question === 'GET /v1/me/api-key' && refusals-- > 0 ? { status: 401, body } : null))
    expect((await run(['whoami'])).code).toBe(0)
    expect(relay.asked).toEqual(['GET /v1/me/api-key', 'POST /oauth/token', 'GET /v1/me/api-key'])
  })

  test("is left alone while the server can't be reached", async () => {
    await expire()
    const before = await stored()
    relay.answerWith((question) => (question.endsWith('/oauth/token') ? { status: 502 } : null))
    expect((await run(['whoami'])).code).toBe(1)
    expect(await stored()).toEqual(before)
  })

  test('an expired refresh token asks for a new sign-in', async () => {
    const content = JSON.parse(await readFile(credentials, 'utf8'))
    content.servers['http://localhost:9'] = { ...content.servers[relay.url] }
    content.servers[relay.url] = { access_token: 'x', refresh_token: 'y', expires_at: new Date(0).toISOString() }
    await writeFile(credentials, JSON.stringify(content))
    const { code, stderr } = await run(['whoami'])
    expect([code, stderr]).toEqual([3, 'verbatim: Your sign-in has ended. Run "verbatim login" again.\n'])
    expect(Object.keys(await stored())).toEqual(['http://localhost:9'])
  })

  test('in a damaged file is a sentence, not a stack', async () => {
    const before = await readFile(credentials, 'utf8')
    await writeFile(credentials, '{"servers"')
    const { code, stderr } = await run(['whoami'])
    expect(code).toBe(3)
    expect(stderr).toContain('is damaged. Delete it, then run "verbatim login".')
    await writeFile(credentials, before)
  })
})

describe('signing out', () => {
  test('logout ends the connection on the server and deletes the stored credentials', async () => {
    expect((await login('approve')).code).toBe(0)
    const count = async () => (await account()(listConnections, {})).body.connections.length
    const before = await count()
    const { code, stderr } = await run(['logout'])
    expect([code, stderr]).toEqual([0, `You are signed out of ${relay.url}.\n`])
    expect(await count()).toBe(before - 1)
    expect((await stored())[relay.url]).toBeUndefined()
    expect((await run(['whoami'])).code).toBe(3)
  })
})

describe('the API key', () => {
  const withKey = () => ({ VERBATIM_API_KEY: service.apiKey ?? '' })

  test('is shown by its beginning only', async () => {
    const { stdout } = await run(['key', 'show'], withKey())
    expect((await run(['key'], withKey())).stdout).toBe(stdout)
    expect((await run(['key', 'regenrate'], withKey())).code).toBe(2)
    expect(stdout).toMatch(/^vbt_\w{8}… {2}created \d{4}-\d\d-\d\d\n$/)
  })

  test('the key is not replaced without confirmation', async () => {
    const { code, stdout, stderr } = await run(['key', 'regenerate'], withKey())
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Add --yes')
    const asking = runInTerminal(['key', 'regenerate'], { ...env, ...withKey() })
    await asking.shown(/\[y\/N\]/)
    asking.type('n\r')
    expect((await asking.end).code).toBe(2)
    expect((await run(['whoami'], withKey())).code).toBe(0)
  })
})

describe('a server that asks to wait', () => {
  const withKey = () => ({ VERBATIM_API_KEY: service.apiKey ?? '' })

  test.each([429, 503])('with %i is asked again after the time it says', { tags: 'deep' }, async (status) => {
    let refusals = 1
    const headers = { 'retry-after': '1' }
    relay.answerWith((question) => (question === 'POST /v1/transcript' && refusals-- > 0 ? { status, headers } : null))
    const { code, stdout } = await run(['get', CAPTIONED], withKey())
    expect(code).toBe(0)
    expect(stdout).toContain('my fellow Americans')
    expect(relay.asked.filter((question) => question === 'POST /v1/transcript')).toHaveLength(2)
  })

  test('longer than --timeout is not waited for', async () => {
    relay.answerWith(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    const { code } = await run(['whoami', '--timeout', '10m'], withKey())
    expect([code, relay.asked]).toEqual([7, ['GET /v1/me/api-key']])
  })
})

test('a transcript’s page is opened, and its address printed', async () => {
  const { code, stdout } = await run(['open', 'abc/../d', '--no-browser'])
  expect([code, stdout]).toEqual([0, `${relay.url}/transcripts/abc%2F..%2Fd\n`])
})

// The last test: the account's key is another one afterwards.
test('named keys are deleted with the default key if that is asked for or answered, and else named as left', {
  tags: 'deep',
}, async () => {
  const as = (key: string, ...args: string[]) => run(args, { VERBATIM_API_KEY: key })
  const works = async (key: string) => (await as(key, 'whoami')).code === 0
  const first = service.apiKey ?? ''
  const laptop = (await as(first, 'key', 'create', 'Laptop')).stdout.trim()
  const left = await as(first, 'key', 'regenerate', '--yes')
  expect(left.stderr).toContain('Not replaced: 1 named key.')
  const second = left.stdout.trim()
  expect([await works(first), await works(laptop)]).toEqual([false, true])

  const asking = runInTerminal(['key', 'regenerate'], { ...env, VERBATIM_API_KEY: second })
  await asking.shown(/Create a new one\? \[y\/N\]/)
  asking.type('y\r')
  await asking.shown(/also has 1 named key\. Delete it, too\? \[y\/N\]/)
  asking.type('y\r')
  const { code, screen } = await asking.end
  const third = /vbt_\w+/.exec(screen)?.[0] ?? ''
  expect([code, await works(second), await works(laptop)]).toEqual([0, false, false])

  const tablet = (await as(third, 'key', 'create', 'Tablet')).stdout.trim()
  const forced = await as(third, 'key', 'regenerate', '--yes', '--delete-named-keys')
  expect([await works(forced.stdout.trim()), await works(tablet)]).toEqual([true, false])
})
