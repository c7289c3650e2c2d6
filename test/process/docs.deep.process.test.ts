import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLocalBrowser } from './local-browser'
import { startProcess } from './start-process'

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-docs-'))
const service = await startProcess(dataDir, { RATE_LIMIT_PER_MINUTE: '0' })
const cookie = await openLocalBrowser(service)
afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const ask = (target: string, headers: Record<string, string> = {}) =>
  fetch(new URL(target, service.baseUrl), { headers })

/** The number of elements that React rendered for an answer, counted in the data that it sends to the browser. */
function countElements(answer: string): number {
  return answer.match(/\[\\?"\$\\?"/g)?.length ?? 0
}

const METHODS: [string, string, Record<string, string>][] = [
  ['plainly', '/docs/api', {}],
  ['with a query of its own', '/docs/api?x=1', {}],
  ['with another query and language', '/docs/api?x=2', { cookie: 'verbatim_examples=python' }],
  ['signed in', '/docs/api', { cookie }],
  ['as data for the browser', '/docs/api', { RSC: '1' }],
]

test.each(METHODS)(
  'the reference, asked for %s, is finished text that React does not go through',
  async (_, target, headers) => {
    const answer = await ask(target, headers)
    expect(answer.status).toBe(200)
    const body = await answer.text()
    expect(body).toContain('createTranscript')
    // The reference itself has thousands; what is left is the frame and a line of the way around for each section.
    expect(countElements(body)).toBeGreaterThan(0)
    expect(countElements(body)).toBeLessThan(1_000)
  },
)

test("every script of the reference carries the nonce of that response's policy", async () => {
  const nonces = new Set<string>()
  for (const target of ['/docs/api', '/docs/api']) {
    const answer = await ask(target)
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('a reader of only the head of a page finds its topic there, each time', async () => {
  for (const target of ['/docs/errors', '/docs/errors', '/docs/api/account', '/docs/api/account']) {
    const [head = ''] = (await (await ask(target)).text()).split('</head>')
    expect(head).toMatch(/<title>[^<]+<\/title>/)
    expect(head).toContain(`rel="canonical" href="${service.baseUrl}${target}"`)
  }
})
