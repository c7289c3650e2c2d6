import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'

/** A foreign page, on another port of this machine. */
let server: Server
test.beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Somebody else</title><p>Hello')
  }).listen(0)
  await once(server, 'listening')
})
test.afterAll(() => server.close())

type Answer = { status: number; requestId: string | null } | 'not readable'

type Asked = { method?: string; headers?: Record<string, string>; body?: string; credentials?: 'include' }

function ask(page: Page, address: string, init: Asked): Promise<Answer> {
  return page.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, options)
        return { status: response.status, requestId: response.headers.get('x-request-id') }
      } catch {
        return 'not readable' as const
      }
    },
    [address, init] as const,
  )
}

const json = { 'content-type': 'application/json' }
const body = JSON.stringify({ audio: 'https://media.example/a.mp3' })

// `127.0.0.1` is another site than `localhost`; another port of `localhost` is the same site and another origin.
for (const name of ['127.0.0.1', 'localhost']) {
  test(`a page at ${name} on another port reads the API's answers only as an anonymous caller`, async ({
    page,
    baseURL,
  }) => {
    await page.goto(`http://${name}:${(server.address() as AddressInfo).port}/`)
    const refused = { status: 401, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }
    expect(await ask(page, `${baseURL}/v1/me/api-key`, {})).toEqual(refused)
    expect(await ask(page, `${baseURL}/v1/me/api-key/regenerate`, { method: 'POST' })).toEqual(refused)
    expect(await ask(page, `${baseURL}/v1/transcript`, { method: 'POST', headers: json, body })).toEqual(refused)
    const withKey = { headers: { authorization: 'Bearer vbt_nobodys', 'idempotency-key': 'a' } }
    expect(await ask(page, `${baseURL}/v1/me/api-key`, withKey)).toEqual(refused)
    expect(await ask(page, `${baseURL}/v1/me/api-key`, { credentials: 'include' })).toBe('not readable')
  })

  test(`a page at ${name} on another port may not frame ours`, async ({ page, baseURL }) => {
    await page.goto(`http://${name}:${(server.address() as AddressInfo).port}/`)
    const refusals: string[] = []
    page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()))
    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
    }, `${baseURL}/`)
    await expect.poll(() => refusals.join(' ')).toMatch(/frame-ancestors|X-Frame-Options|refused to connect/i)
  })
}

test('our own page is served', async ({ page, baseURL }) => {
  await page.goto('/')
  expect(await ask(page, `${baseURL}/v1/me/api-key`, {})).toMatchObject({ status: 200 })
})
