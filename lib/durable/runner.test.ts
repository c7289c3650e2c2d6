import { json } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Inngest } from 'inngest'
import { afterAll, afterEach, expect, test } from 'vitest'
import { clearSingletons } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { runner } from './runner'
import type { Runner } from './runner-type'
import { currentTroubles } from './sdk/server-troubles'
import { signCall } from './testing/sign-call'

setEnv({ BASE_URL: 'https://verbatim.example' })

const SIGNING = `signkey-prod-${'ab12'.repeat(16)}`
const FORMER = `signkey-prod-${'cd34'.repeat(16)}`

const registrations: { authorization: string | undefined; body: unknown }[] = []
const inngest = await listenOnLoopback(async (request, response) => {
  if (request.url === '/fn/register')
    registrations.push({ authorization: request.headers.authorization, body: await json(request) })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"modified":true}')
})
const servers = [inngest]
const selfHosted = runner({
  INNGEST_BASE_URL: inngest.url,
  INNGEST_EVENT_KEY: 'event-key',
  INNGEST_SIGNING_KEY: SIGNING,
  INNGEST_SIGNING_KEY_FALLBACK: FORMER,
  INNGEST_DEV: '0',
})

const done: unknown[] = []
afterEach(() => done.splice(0))
afterAll(async () => {
  for (const server of servers) await server.stop()
})

/** The endpoint on Node's HTTP server. */
async function serve(by: Runner): Promise<string> {
  const client = new Inngest({
    id: 'app',
    ...by.clientOptions(() => {
      throw new Error('no database is needed')
    }),
  })
  const fn = client.createFunction({ id: 'fn', triggers: { event: 'test/a' } }, async ({ event }) => {
    done.push(event.data)
    return 'done'
  })
  const server = await listenOnLoopback(getRequestListener(by.endpoint({ client, functions: [fn] })))
  servers.push(server)
  return `${server.url}/api/inngest`
}

const CALL = {
  version: -1,
  use_api: false,
  event: { id: 'e', name: 'test/a', data: { z: 1, a: [2, { c: 'ü', b: 3.5 }] }, ts: 1 },
  events: [{ id: 'e', name: 'test/a', data: {}, ts: 1 }],
  steps: {},
  ctx: {
    ...{ run_id: 'r', fn_id: 'f', qi_id: 'q', attempt: 0, max_attempts: 4, use_api: false },
    ...{ disable_immediate_execution: false, stack: { stack: [], current: 0 } },
  },
}

const call = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}?fnId=app-fn&stepId=step`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(CALL),
  })

test('in the embedded mode every caller gets 404', async () => {
  const url = await serve(runner({}))
  const answers = [await call(url), await fetch(url), await fetch(url, { method: 'PUT' })]
  answers.push(await call(url, { 'x-inngest-signature': signCall(CALL, SIGNING) }))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await answers[0]?.json()).toMatchObject({ code: 'not_found' })
  expect(done).toEqual([])
})

test('with half a set of settings nothing is served', async () => {
  const url = await serve(runner({ INNGEST_EVENT_KEY: 'event-key' }))
  const answer = await call(url)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('event-key')
  expect(done).toEqual([])
})

test.each([
  ['the signing key', SIGNING],
  ['the former one', FORMER],
])('with a server a call that is signed with %s is done, and the answer is signed', async (_, key) => {
  const answer = await call(await serve(selfHosted), { 'x-inngest-signature': signCall(CALL, key) })
  expect([answer.status, await answer.json()]).toEqual([
    206,
    [expect.objectContaining({ op: 'RunComplete', data: 'done' })],
  ])
  expect(answer.headers.get('x-inngest-signature')).toMatch(/^t=\d+&s=[0-9a-f]{64}$/)
  expect(done).toEqual([CALL.event.data])
})

test.each([
  ['not signed', {}],
  ['signed with another key', { 'x-inngest-signature': signCall(CALL, 'ee55') }],
  ['signed for another body', { 'x-inngest-signature': signCall({ ...CALL, steps: { a: 1 } }, SIGNING) }],
  ['signed ten minutes ago', { 'x-inngest-signature': signCall(CALL, SIGNING, Date.now() - 600_000) }],
  ['signed with nothing', { 'x-inngest-signature': 't=&s=' }],
  ['said to come from a development server', { 'x-inngest-server-kind': 'dev' }],
])('with a server a call that is %s is refused', async (_, headers) => {
  const answer = await call(await serve(selfHosted), headers)
  expect(answer.status).toBe(401)
  expect(done).toEqual([])
})

test('a signature that never matches is reported until a call is accepted, and later wrong ones are ignored', async () => {
  clearSingletons()
  const url = await serve(selfHosted)
  await call(url)
  expect(currentTroubles()).toEqual([])
  await call(url, { 'x-inngest-signature': signCall(CALL, 'ee55') })
  expect(currentTroubles()).toEqual([expect.stringContaining('INNGEST_SIGNING_KEY_FALLBACK')])
  await call(url, { 'x-inngest-signature': signCall(CALL, SIGNING) })
  expect(currentTroubles()).toEqual([])
  await call(url, { 'x-inngest-signature': signCall(CALL, 'ee55') })
  expect(currentTroubles()).toEqual([])
})

test("a sync registers the functions only with the server, at the service's own address", async () => {
  const answer = await fetch(await serve(selfHosted), { method: 'PUT', headers: { host: 'attacker.example' } })
  expect(answer.status).toBe(200)
  expect(registrations.splice(0)).toEqual([
    {
      authorization: expect.stringMatching(/^Bearer signkey-prod-[0-9a-f]{64}$/),
      body: expect.objectContaining({
        url: 'https://verbatim.example/api/inngest',
        functions: [expect.objectContaining({ id: 'app-fn' })],
      }),
    },
  ])
})

test("the endpoint's status shows no key", async () => {
  const text = await (await fetch(await serve(selfHosted))).text()
  for (const secret of [SIGNING, FORMER, 'event-key', 'ab12']) expect(text).not.toContain(secret)
})
