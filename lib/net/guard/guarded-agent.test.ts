import { readFile } from 'node:fs/promises'
import { connect as connectSocket, type LookupFunction } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { guardedAgent } from './guarded-agent'
import type { Resolve } from './guarded-lookup'

setEnv({ BASE_URL: 'http://localhost:3000' })

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin([({ url }) => ({ body: `hello from ${url}` })])
})
afterAll(() => origin.close())
beforeEach(() => {
  origin.requests.length = 0
})

/** Resolves as a socket would, notes the addresses it would connect to, and connects to the origin instead. */
function standIn(connectedTo: string[]) {
  return (options: buildConnector.BuildOptions): buildConnector.connector => {
    const { lookup } = options as { lookup: LookupFunction }
    return ({ hostname }, done) => {
      lookup(hostname, { all: true }, (error, addresses) => {
        if (error) return done(error, null)
        connectedTo.push(...[addresses].flat().map((entry) => (typeof entry === 'string' ? entry : entry.address)))
        const socket = connectSocket(Number(new URL(origin.url).port), '127.0.0.1', () => done(null, socket))
      })
    }
  }
}

function resolving(...answers: string[][]): Resolve {
  const rest = [...answers]
  return async () => (rest.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

async function get(dispatcher: Dispatcher, url: string, headers: Record<string, string> = {}): Promise<string> {
  const { origin: host, pathname } = new URL(url)
  const { body } = await dispatcher.request({ origin: host, path: pathname, method: 'GET', headers })
  return body.text()
}

describe('guardedAgent straight out', () => {
  it('connects to the very addresses it judged', async () => {
    const connectedTo: string[] = []
    const resolve = resolving(['8.8.8.8', '2606:4700:4700::1111'], ['127.0.0.1'])
    const agent = guardedAgent({ resolve, makeConnector: standIn(connectedTo) })
    expect(await get(agent, 'http://media.example/a')).toBe('hello from http://media.example/a')
    expect(connectedTo).toEqual(['8.8.8.8', '2606:4700:4700::1111'])
    await agent.close()
  })

  it('judges a name again for each connection, after any earlier address', async () => {
    const connectedTo: string[] = []
    const resolve = resolving(['8.8.8.8'], ['169.254.169.254'])
    const agent = guardedAgent({ resolve, makeConnector: standIn(connectedTo) })
    await get(agent, 'http://rebinding.example/a', { connection: 'close' })
    await expect(get(agent, 'http://rebinding.example/b')).rejects.toMatchObject({ code: 'blocked_url' })
    expect(connectedTo).toEqual(['8.8.8.8'])
    expect(origin.requests).toHaveLength(1)
    await agent.close()
  })

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['2606:4700:4700::1111', '::ffff:169.254.169.254']]])(
    'refuses a name that resolves to %j',
    async (addresses) => {
      const agent = guardedAgent({ resolve: resolving(addresses) })
      await expect(get(agent, 'http://media.example/a')).rejects.toMatchObject({ code: 'blocked_url' })
      await agent.close()
    },
  )

  it('finds nothing at a name without addresses', async () => {
    const agent = guardedAgent({ resolve: resolving([]) })
    await expect(get(agent, 'http://media.example/a')).rejects.toMatchObject({ code: 'source_not_found' })
    await agent.close()
  })

  it('refuses literal addresses, which no lookup is asked for, and other ports', async () => {
    const agent = guardedAgent({ resolve: resolving() })
    for (const url of [
      origin.url,
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://localhost/',
      'http://a.example:8080/',
    ]) {
      await expect(get(agent, url)).rejects.toMatchObject({ code: 'blocked_url' })
    }
    expect(origin.requests).toEqual([])
    await agent.close()
  })
})

describe('guardedAgent behind a proxy', () => {
  it('sends http and https through it, and still refuses local targets', async () => {
    const ca = await readFile(origin.caFile, 'utf8')
    const agent = guardedAgent({ proxyUrl: origin.proxyUrl, ca })
    expect(await get(agent, 'http://media.example/a')).toBe('hello from http://media.example/a')
    expect(await get(agent, 'https://media.example/b')).toBe('hello from https://media.example/b')
    expect(await get(agent, 'https://8.8.4.4/c')).toBe('hello from https://8.8.4.4/c')
    for (const url of ['http://127.0.0.1/', 'https://127.0.0.1/', 'http://metadata.google.internal/', origin.url]) {
      await expect(get(agent, url)).rejects.toMatchObject({ code: 'blocked_url' })
    }
    expect(origin.requests).toHaveLength(3)
    await agent.close()
  })
})
