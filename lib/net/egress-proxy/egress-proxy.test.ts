import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, isIP, Socket, type TcpNetConnectOpts } from 'node:net'
import { ProxyAgent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import type { Resolve } from '../guard/guarded-lookup'
import type { GrantOptions } from './egress-grant'
import { type EgressProxy, startEgressProxy } from './start-egress-proxy'
import { closeEgressProxy, withEgress } from './with-egress'

let origin: Origin
beforeAll(async () => {
  setEnv({ BASE_URL: 'http://localhost:3000' })
  origin = await startOrigin([
    ({ path }) => (path === '/large' ? { body: Buffer.alloc(200_000) } : undefined),
    ({ path, headers }) => (path === '/headers' ? { body: JSON.stringify(headers) } : undefined),
    ({ method, url, body }) => ({ body: `${method} ${url} ${body}` }),
  ])
})
afterAll(() => origin.close())

const open: EgressProxy[] = []
afterEach(async () => {
  setEnv({ EGRESS_PROXY_URL: '', EGRESS_PROXY_URL_TIKTOK: '', LINK_PORTS: '' })
  origin.requests.length = 0
  for (const proxy of open.splice(0)) await proxy.close()
})

/** A proxy whose sockets all end at the origin, and the addresses they would have gone to. */
async function startGuarded(resolve: Resolve) {
  const connectedTo: string[] = []
  const standIn = ({ host = '', lookup }: TcpNetConnectOpts): Socket => {
    const socket = new Socket()
    const go = (...addresses: string[]) => {
      connectedTo.push(...addresses)
      socket.connect(Number(new URL(origin.url).port), '127.0.0.1')
    }
    if (isIP(host) !== 0) go(host)
    else
      lookup?.(host, { all: true }, (error, addresses) => {
        if (error) socket.destroy(error)
        else go(...[addresses].flat().map((entry) => (typeof entry === 'string' ? entry : entry.address)))
      })
    return socket
  }
  const proxy = await startEgressProxy({ resolve, connect: standIn })
  open.push(proxy)
  return { proxy, connectedTo }
}

function resolving(...answers: string[][]): Resolve {
  const rest = [...answers]
  return async () => (rest.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const GRANT: GrantOptions = { platform: 'tiktok', allowedHosts: ['tiktok.com'], maxBytes: 1_000_000 }

/** Sends one request line unchanged and returns the status of the response. */
async function ask(proxyUrl: string, line: string, token = new URL(proxyUrl).username): Promise<number> {
  const socket = connect(Number(new URL(proxyUrl).port), '127.0.0.1')
  const credentials = Buffer.from(`${token}:x`).toString('base64')
  socket.write(`${line} HTTP/1.1\r\nHost: any\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1])
}

const PRIVATE_HOSTS = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '0.0.0.0',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '[::1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  'localhost',
  'localhost.',
  'metadata.google.internal',
  'router',
]

describe('the egress proxy', () => {
  it.each(PRIVATE_HOSTS)('opens no socket to %s, even where it is allowed', async (host) => {
    const { proxy, connectedTo } = await startGuarded(resolving(['127.0.0.1']))
    const bare = host.replace(/\.$/, '')
    const { grant, proxyUrl } = proxy.open({ ...GRANT, allowedHosts: [bare, '127.0.0.1', 'tiktok.com'] })
    expect(await ask(proxyUrl, `CONNECT ${host}:443`)).toBe(403)
    expect(await ask(proxyUrl, `CONNECT ${host}:80`)).toBe(403)
    expect(await ask(proxyUrl, `GET http://${host}/latest/meta-data/`)).toBe(403)
    expect(await ask(proxyUrl, `CONNECT ${host}:22`)).toBe(403)
    expect(await ask(proxyUrl, `CONNECT ${host.replace(/[[\]]/g, '')}:443`)).toBe(403)
    expect(grant.refusals.map(({ reason }) => reason)).toEqual(Array(5).fill('private_address'))
    expect(connectedTo).toEqual([])
  })

  it.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:a9fe:a9fe::'],
  ])('refuses a name that resolves to %s, alone or among others', async (address) => {
    const { proxy, connectedTo } = await startGuarded(resolving([address], ['8.8.8.8', address]))
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT www.tiktok.com:443')).toBe(403)
    expect(await ask(proxyUrl, 'GET http://www.tiktok.com/')).toBe(403)
    expect(grant.refusals).toEqual(Array(2).fill({ host: 'www.tiktok.com', reason: 'private_address' }))
    expect(connectedTo).toEqual([])
  })

  it.each(PRIVATE_HOSTS)('opens no socket to %s where any public host is allowed', async (host) => {
    const { proxy, connectedTo } = await startGuarded(resolving(['127.0.0.1']))
    const { grant, proxyUrl } = proxy.open({ ...GRANT, allowedHosts: 'public' })
    expect(await ask(proxyUrl, `CONNECT ${host}:443`)).toBe(403)
    expect(await ask(proxyUrl, `GET http://${host}/latest/meta-data/`)).toBe(403)
    expect(grant.refusals.map(({ reason }) => reason)).toEqual(['private_address', 'private_address'])
    expect(connectedTo).toEqual([])
  })

  it('lets a child that may reach any public host reach 24 of them', async () => {
    const hosts = Array.from({ length: 25 }, (_, at) => `host${at}.example`)
    const { proxy, connectedTo } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { grant, proxyUrl } = proxy.open({ ...GRANT, allowedHosts: 'public' })
    for (const host of hosts.slice(0, 24)) expect(await ask(proxyUrl, `CONNECT ${host}:443`)).toBe(200)
    expect(await ask(proxyUrl, 'CONNECT host24.example:443')).toBe(403)
    expect(await ask(proxyUrl, 'CONNECT host0.example:443')).toBe(200)
    expect(grant.refusals).toEqual([{ host: 'host24.example', reason: 'host_not_allowed' }])
    expect(connectedTo).toHaveLength(25)
  })

  it('connects to the addresses it judged, and judges a name anew each time', async () => {
    const { proxy, connectedTo } = await startGuarded(resolving(['8.8.8.8'], ['127.0.0.1']))
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT rebinding.tiktok.com:443')).toBe(200)
    expect(await ask(proxyUrl, 'CONNECT rebinding.tiktok.com:443')).toBe(403)
    expect(connectedTo).toEqual(['8.8.8.8'])
    expect(grant.refusals).toEqual([{ host: 'rebinding.tiktok.com', reason: 'private_address' }])
  })

  it.each([
    ['CONNECT eviltiktok.com:443', 403, 'host_not_allowed'],
    ['CONNECT tiktok.com.evil.example:443', 403, 'host_not_allowed'],
    ['CONNECT 8.8.8.8:443', 403, 'host_not_allowed'],
    ['CONNECT tiktok.com:8443', 403, 'port_not_allowed'],
    ['CONNECT tiktok.com:0443', 403, 'port_not_allowed'],
    ['CONNECT tiktok.com', 400, 'malformed'],
    ['CONNECT user@tiktok.com:443', 400, 'malformed'],
    ['GET http://tiktok.com:8080/', 403, 'port_not_allowed'],
    ['GET http://user:pass@tiktok.com/', 400, 'malformed'],
    ['GET https://tiktok.com/', 400, 'malformed'],
    ['GET ftp://tiktok.com/', 400, 'malformed'],
    ['GET /', 400, 'malformed'],
  ])('refuses %s', async (line, status, reason) => {
    const { proxy, connectedTo } = await startGuarded(resolving(['8.8.8.8']))
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, line)).toBe(status)
    expect(grant.refusals).toMatchObject([{ reason }])
    expect(connectedTo).toEqual([])
  })

  it('opens the ports that the operator has added, at public addresses only', async () => {
    setEnv({ LINK_PORTS: '8443,8080' })
    const { proxy, connectedTo } = await startGuarded(resolving(['8.8.8.8'], ['10.0.0.1'], ['8.8.4.4']))
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:8443')).toBe(200)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:8443')).toBe(403)
    const dispatcher = new ProxyAgent({ uri: proxyUrl, proxyTunnel: false })
    const answer = await request('http://www.tiktok.com:8080/a', { dispatcher })
    expect(await answer.body.text()).toBe('GET http://www.tiktok.com:8080/a ')
    for (const line of ['CONNECT tiktok.com:08443', 'CONNECT tiktok.com:9000', 'GET http://tiktok.com:443/'])
      expect(await ask(proxyUrl, line)).toBe(403)
    expect(grant.refusals.map(({ reason }) => reason)).toEqual([
      'private_address',
      'port_not_allowed',
      'port_not_allowed',
      'port_not_allowed',
    ])
    expect(connectedTo).toEqual(['8.8.8.8', '8.8.4.4'])
    await dispatcher.close()
  })

  it('takes an allowed host in any case and with the root dot', async () => {
    const { proxy } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT TikTok.com:443')).toBe(200)
    expect(await ask(proxyUrl, 'CONNECT a.b.tiktok.com.:80')).toBe(200)
  })

  it('refuses connections without a current token', async () => {
    const { proxy } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:443')).toBe(200)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:443', 'guessed')).toBe(407)
    expect(await ask(proxyUrl, 'GET http://tiktok.com/', '')).toBe(407)
    proxy.revoke(grant)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:443')).toBe(407)
  })

  it("passes a plain request on to the host that was judged, without the proxy's headers", async () => {
    const { proxy } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { proxyUrl } = proxy.open(GRANT)
    const dispatcher = new ProxyAgent({ uri: proxyUrl, proxyTunnel: false })
    const posted = await request('http://www.tiktok.com/a?b', { dispatcher, method: 'POST', body: 'said' })
    expect(await posted.body.text()).toBe('POST http://www.tiktok.com/a?b said')
    const { body } = await request('http://www.tiktok.com/headers', { dispatcher, headers: { host: 'internal' } })
    const headers = await body.json()
    expect(headers).toMatchObject({ host: 'www.tiktok.com' })
    expect(headers).not.toHaveProperty('proxy-authorization')
    await dispatcher.close()
  })

  it('cuts everything when a grant has had its bytes', async () => {
    const { proxy } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { grant, proxyUrl } = proxy.open({ ...GRANT, maxBytes: 100_000 })
    const tunnelled = new ProxyAgent({ uri: proxyUrl })
    const get = async () => (await request('http://www.tiktok.com/large', { dispatcher: tunnelled })).body.text()
    await expect(get()).rejects.toThrow()
    expect(grant.refusals.at(-1)).toEqual({ host: 'www.tiktok.com', reason: 'too_many_bytes' })
    expect(grant.bytes).toBeLessThan(300_000)
    await tunnelled.destroy()
  })

  it('keeps so many connections open at a time, and cuts them when the child has ended', async () => {
    const { proxy } = await startGuarded(async () => [{ address: '8.8.8.8', family: 4 }])
    const { grant, proxyUrl } = proxy.open({ ...GRANT, maxConnections: 1 })
    const credentials = Buffer.from(`${grant.token}:x`).toString('base64')
    const first = connect(Number(new URL(proxyUrl).port), '127.0.0.1')
    first.write(`CONNECT tiktok.com:443 HTTP/1.1\r\nProxy-Authorization: Basic ${credentials}\r\nHost: x\r\n\r\n`)
    await once(first, 'data')
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:443')).toBe(429)
    expect(grant.refusals).toMatchObject([{ reason: 'too_many_connections' }])
    const closed = once(first, 'close')
    proxy.revoke(grant)
    await closed
  })

  it("says which host can't be reached", async () => {
    const { proxy } = await startGuarded(() => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })))
    const { grant, proxyUrl } = proxy.open(GRANT)
    expect(await ask(proxyUrl, 'CONNECT tiktok.com:443')).toBe(502)
    expect(await ask(proxyUrl, 'GET http://tiktok.com/')).toBe(502)
    expect(grant.refusals).toEqual(Array(2).fill({ host: 'tiktok.com', reason: 'unreachable' }))
  })

  it('breaks off a request whose headers never end', async () => {
    const { proxy } = await startGuarded(resolving())
    const { proxyUrl } = proxy.open(GRANT)
    const socket = connect(Number(new URL(proxyUrl).port), '127.0.0.1')
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.write(`GET http://tiktok.com/ HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`)
    await closed
  })
})

describe('withEgress', () => {
  afterEach(closeEgressProxy)

  it("goes out through the platform's own proxy, and still refuses local targets", async () => {
    setEnv({ EGRESS_PROXY_URL_TIKTOK: origin.proxyUrl })
    const { lines, refusals } = await withEgress(GRANT, async ({ proxyUrl, refusals }) => {
      const dispatcher = new ProxyAgent({ uri: proxyUrl, proxyTunnel: false })
      const tunnelling = new ProxyAgent({ uri: proxyUrl })
      const get = async (url: string, by: ProxyAgent) => (await request(url, { dispatcher: by })).body.text()
      const lines = [await get('http://m.tiktok.com/a', dispatcher), await get('http://m.tiktok.com/b', tunnelling)]
      for (const url of ['http://127.0.0.1/', origin.url]) lines.push(await get(url, dispatcher))
      await Promise.all([dispatcher.destroy(), tunnelling.destroy()])
      return { lines, refusals }
    })
    expect(lines).toEqual([
      'GET http://m.tiktok.com/a ',
      'GET http://m.tiktok.com/b ',
      'private_address',
      'private_address',
    ])
    expect(refusals).toHaveLength(2)
    expect(origin.requests).toHaveLength(2)
  })

  it('shows the proxy behind its credentials, and the child nothing of them', async () => {
    const seen: unknown[] = []
    const behind = createServer((incoming, response) => {
      seen.push([incoming.url, incoming.headers['proxy-authorization']])
      response.end('ok')
    })
    behind.on('connect', (incoming, socket) => {
      seen.push([incoming.url, incoming.headers['proxy-authorization']])
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    behind.listen(0, '127.0.0.1')
    await once(behind, 'listening')
    setEnv({ EGRESS_PROXY_URL: `http://me:p%40ss@127.0.0.1:${(behind.address() as AddressInfo).port}` })
    await withEgress(GRANT, async ({ proxyUrl, refusals }) => {
      expect(await ask(proxyUrl, 'GET http://tiktok.com/x?y')).toBe(200)
      expect(await ask(proxyUrl, 'CONNECT tiktok.com:443')).toBe(502)
      expect(refusals).toEqual([{ host: 'tiktok.com', reason: 'unreachable' }])
    })
    const shown = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(seen).toEqual([
      ['http://tiktok.com/x?y', shown],
      ['tiktok.com:443', shown],
    ])
    behind.close()
  })

  it('ends the token when what it was for has ended, also when it failed', async () => {
    let left = ''
    const failing = withEgress(GRANT, async ({ proxyUrl }) => {
      left = proxyUrl
      throw new Error('the child broke')
    })
    await expect(failing).rejects.toThrow('the child broke')
    expect(await ask(left, 'CONNECT tiktok.com:443')).toBe(407)
  })
})
