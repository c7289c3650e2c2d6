import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ProxyAgent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, startOrigin } from './start-origin'

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin([
    ({ host, path }) => (host === 'first.example' ? { body: `first ${path}` } : undefined),
    async ({ method, body }) => (method === 'POST' ? { status: 201, body: body.subarray(1) } : undefined),
    ({ path }) => {
      if (path === '/broken') throw new Error('out of order')
      return path.startsWith('/any')
        ? {
            headers: { 'x-route': 'last' },
            body: (async function* () {
              yield 'a'
              yield Buffer.from('b')
            })(),
          }
        : undefined
    },
  ])
})
afterAll(() => origin.close())

describe('startOrigin', () => {
  it('answers plain, absolute-form and tunnelled requests from the first route that takes them', async () => {
    const dispatcher = new ProxyAgent({
      uri: origin.proxyUrl,
      proxyTunnel: false,
      requestTls: { ca: readFileSync(origin.caFile) },
    })
    const get = async (url: string) => (await request(url, { dispatcher })).body.text()
    expect(await get('http://first.example/x?y')).toBe('first /x?y')
    expect(await get('https://first.example/x?y')).toBe('first /x?y')
    expect(await get('http://second.example/any')).toBe('ab')
    expect(await (await request(`${origin.url}/any`)).body.text()).toBe('ab')
    const posted = await request('https://second.example/', { dispatcher, method: 'POST', body: 'xyz' })
    expect([posted.statusCode, await posted.body.text()]).toEqual([201, 'yz'])
    expect(origin.requests.slice(0, 3).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://first.example/x?y',
      'GET https://first.example/x?y',
      'GET http://second.example/any',
    ])
    await dispatcher.close()
  })

  it('carries plain http through a tunnel', async () => {
    const dispatcher = new ProxyAgent(origin.proxyUrl)
    expect(await (await request('http://first.example/t', { dispatcher })).body.text()).toBe('first /t')
    await dispatcher.close()
  })

  it('says which request no route answers, and when a route fails', async () => {
    const missing = await request(`${origin.url}/nothing`)
    expect(missing.statusCode).toBe(502)
    expect(await missing.body.text()).toBe(`No route of this origin answers GET ${origin.url}/nothing\n`)
    const broken = await request(`${origin.url}/broken`)
    expect([broken.statusCode, await broken.body.text()]).toEqual([
      500,
      'A route of this origin failed: Error: out of order\n',
    ])
  })

  it('makes an authority that can sign', () => {
    const certificate = new X509Certificate(readFileSync(origin.caFile))
    expect(certificate.ca).toBe(true)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkIssued(certificate)).toBe(true)
  })

  it('is trusted by another process through NODE_EXTRA_CA_CERTS, and by none without', async () => {
    const script = `
      import { ProxyAgent, request } from 'undici'
      const answer = await request('https://any.example/any', { dispatcher: new ProxyAgent(process.env.EGRESS_PROXY_URL) })
      process.stdout.write(await answer.body.text())
      process.exit()`
    const run = (env: Record<string, string>) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', EGRESS_PROXY_URL: origin.proxyUrl, ...env },
      })
    expect((await run({ NODE_EXTRA_CA_CERTS: origin.caFile })).stdout).toBe('ab')
    await expect(run({})).rejects.toThrow(/UNABLE_TO|SELF_SIGNED/)
  })

  it('ends requests that hang when it is closed, and removes its file', async () => {
    const events = new EventEmitter()
    const asked = once(events, 'asked')
    const hanging = await startOrigin([
      () => {
        events.emit('asked')
        return new Promise(() => undefined)
      },
    ])
    const waiting = expect(request(`${hanging.url}/`)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
    await asked
    await hanging.close()
    await waiting
    expect(existsSync(hanging.caFile)).toBe(false)
  })
})
