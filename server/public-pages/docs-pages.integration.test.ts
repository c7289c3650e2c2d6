import { afterAll, beforeEach, expect, test } from 'vitest'
import { signInAs } from '@/lib/accounts/sessions/testing/sign-in-as'
import { pool } from '@/lib/core/db/db'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { newUser, useService } from '@/test/service'
import { docsPages } from './docs-pages'

await useService()

type Rendered = { url: string | undefined; method: string | undefined; cookie: string | undefined }

/** The requests to Next. */
const rendered: Rendered[] = []
let renderings = 0

/** Renders as Next does: with a nonce of this response in the policy, in attributes and in a script. */
const listener = docsPages(({ url, method, headers: { cookie } }, response) => {
  rendered.push({ url, method, cookie })
  const nonce = Buffer.from(`rendering ${++renderings}`).toString('base64')
  response.setHeader(
    'content-security-policy',
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'`,
  )
  response.setHeader('cache-control', 'private, no-store')
  response.setHeader('set-cookie', 'one=response')
  if (url === '/docs/jobs') response.statusCode = 500
  response.end(`<script nonce="${nonce}">push("${nonce}")</script><p>für ${cookie}</p>`)
})
const server = await listenOnLoopback((request, response) => void listener(request, response))
afterAll(() => server.stop())
beforeEach(() => void rendered.splice(0))

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${server.url}${path}`, { method, headers })
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? ''
  return { status: answer.status, headers: answer.headers, nonce, text: await answer.text() }
}

test('a page is rendered once for all visitors, and each response has its own nonce', async () => {
  const [first, second, plain] = [
    await ask('/docs/errors'),
    await ask('/docs/errors', { cookie: 'theirs=1; verbatim_examples=sh' }),
    await ask('/docs/errors', { 'accept-encoding': 'identity' }),
  ]
  expect(rendered).toHaveLength(1)
  expect(rendered[0]?.cookie).not.toContain('theirs')
  expect(new Set([first.nonce, second.nonce, plain.nonce]).size).toBe(3)
  for (const { nonce, text, headers } of [first, second, plain]) {
    expect(text).toContain(`<script nonce="${nonce}">push("${nonce}")</script><p>für `)
    expect(headers.get('content-security-policy')).toContain("'strict-dynamic'; object-src 'none'")
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private, no-store', null])
  }
  expect([first.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
  expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.text)))
})

test('a preference has a separate page', async () => {
  await ask('/docs/languages')
  await ask('/docs/languages', { cookie: 'verbatim_examples=python' })
  await ask('/docs/languages', { cookie: 'verbatim_examples=python; theirs=1' })
  expect(rendered.map(({ cookie }) => /verbatim_examples=(\w+)/.exec(cookie ?? '')?.[1])).toEqual(['sh', 'python'])
})

test('a page that names an account is served to that session only, and not after it has ended', async () => {
  const { userId } = await newUser()
  const { sid, cookie } = await signInAs(userId)
  const own = await ask('/docs/uploads', { cookie })
  expect((await ask('/docs/uploads', { cookie })).text.replaceAll(/"[^"]*"/g, '')).toBe(
    own.text.replaceAll(/"[^"]*"/g, ''),
  )
  expect(rendered.map((one) => one.cookie)).toEqual([cookie])
  expect((await ask('/docs/uploads')).text).not.toContain(cookie)
  await pool().query('delete from session where id = $1', [sid])
  expect((await ask('/docs/uploads', { cookie })).text).not.toContain(cookie)
})

test('a response that is no whole page is requested from Next each time', async () => {
  const asked: [string, Record<string, string>, string][] = [
    ['/docs/limits?q=1', {}, 'GET'],
    ['/docs/nothing', {}, 'GET'],
    ['/docs/limits', { rsc: '1' }, 'GET'],
    ['/docs/limits', {}, 'POST'],
    ['/transcripts', {}, 'GET'],
  ]
  for (const one of [...asked, ...asked]) await ask(...one)
  expect(rendered).toHaveLength(2 * asked.length)
})

test('a page that fails is not kept', async () => {
  expect([(await ask('/docs/jobs')).status, (await ask('/docs/jobs')).status]).toEqual([500, 500])
  // Each time it is made for all, and then rendered for the one who asks.
  expect(rendered).toHaveLength(4)
})
