import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { authorizedSchema } from '@/lib/oauth/contract'
import { connectDevice } from '@/test/mcp/connect-client'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser } from '@/test/service'

const { service, baseUrl, url } = await useConnector()
const user = await newUser()
const CALLBACK = 'http://127.0.0.1:8123/callback'
const WIDER = ['transcripts:read', 'transcripts:write', 'publish']
const INFO = { name: 'verbatim-tests', version: '1.0.0' }

/** A try to reach the connector; `finish` hands over what the browser came back with. */
type Attempt = {
  connect: () => Promise<void>
  finish: (back: URLSearchParams) => Promise<void>
  call: (name: string, args: Record<string, unknown>) => Promise<unknown>
  close: () => Promise<void>
}

/** The state of a connected assistant: its registration, its tokens, and the address for its user. */
type OAuthStore = OAuthClientProvider & {
  /** Every address that the user was sent to so far. */
  asked: URL[]
  kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; server?: OAuthDiscoveryState }
}

/** An assistant that was never connected, whose callback is this address. */
function newOAuthStore(redirectUrl: string): OAuthStore {
  const asked: URL[] = []
  const kept: OAuthStore['kept'] = {}
  return {
    asked,
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'An assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'state of the assistant',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      asked.push(address)
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (server) => {
      kept.server = server
    },
    discoveryState: () => kept.server,
  }
}

function tryOld(authProvider: OAuthStore): Attempt {
  const client = new OldClient(INFO)
  const transport = new OldTransport(new URL(url), { authProvider })
  return {
    connect: () => client.connect(transport),
    finish: (back) => transport.finishAuth(back.get('code') ?? ''),
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  }
}

function tryNew(mode: 'legacy' | { pin: string }) {
  return (authProvider: OAuthStore): Attempt => {
    const client = new Client(INFO, { versionNegotiation: { mode } })
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider })
    return {
      connect: () => client.connect(transport),
      finish: (back) => transport.finishAuth(back),
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close(),
    }
  }
}

/** Presses Allow on the consent page at the assistant's last address for its user. */
async function allow({ asked }: OAuthStore): Promise<URLSearchParams> {
  const address = asked.at(-1) ?? expect.fail('the assistant sent its user nowhere')
  expect(address.origin + address.pathname).toBe(`${baseUrl}/oauth/authorize`)
  const body = Object.fromEntries(address.searchParams)
  const answer = await service.call('POST', '/v1/oauth/authorize', { key: user.apiKey, body })
  return new URL(authorizedSchema.parse(answer.body).redirect_to).searchParams
}

const CLIENTS = [
  // It refreshes its token instead of asking for more, and gives up.
  { name: 'SDK 1.32', begin: tryOld, asksForMore: false },
  { name: 'SDK 2.4 as of 2025', begin: tryNew('legacy'), asksForMore: true },
  { name: 'SDK 2.4 as of 2026-07-28', begin: tryNew({ pin: '2026-07-28' }), asksForMore: true },
]

describe.each(CLIENTS)('$name, that knows nothing but the address', ({ begin, asksForMore }) => {
  const store = newOAuthStore(CALLBACK)

  async function signIn(attempt: Attempt): Promise<void> {
    await expect(attempt.connect()).rejects.toThrow(/[Uu]nauthorized/)
    await attempt.finish(await allow(store))
    await attempt.close()
  }

  test('finds the server, registers, asks its user, and calls a tool', async () => {
    await signIn(begin(store))
    expect(Object.fromEntries(store.asked[0]?.searchParams ?? [])).toMatchObject({
      resource: url,
      scope: expect.stringMatching(/^transcripts:read transcripts:write( offline_access)?$/),
      code_challenge_method: 'S256',
    })
    const connected = begin(store)
    await connected.connect()
    expect(await connected.call('list_transcripts', {})).toMatchObject({
      content: [{ type: 'text', text: '0 transcripts' }],
    })
    await connected.close()
  })

  test('refreshes a token that has ended, without asking its user again', async () => {
    const before = store.kept.tokens?.access_token
    await db().oauthAccessToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    const connected = begin(store)
    await connected.connect()
    await connected.call('list_transcripts', {})
    await connected.close()
    expect([store.asked.length, store.kept.tokens?.access_token === before]).toEqual([1, false])
  })

  if (asksForMore)
    test('asks its user for more when a tool needs more, and keeps what it had', async () => {
      const connected = begin(store)
      await connected.connect()
      const publish = { url: `${baseUrl}/nothing` }
      await expect(connected.call('publish_transcript', publish)).rejects.toThrow()
      expect(store.asked.at(-1)?.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(WIDER))
      await connected.finish(await allow(store))
      expect(await connected.call('publish_transcript', publish)).toMatchObject({ isError: true })
      expect(store.kept.tokens?.scope?.split(' ')).toEqual(expect.arrayContaining(WIDER))
      await connected.close()
    })

  test('asks its user anew when it was disconnected', async () => {
    await db().oauthGrant.deleteMany({ where: { userId: user.userId } })
    const asked = store.asked.length
    await signIn(begin(store))
    expect(store.asked).toHaveLength(asked + 1)
  })
})

test('mcp-remote is connected as a device, by the code it shows', { tags: 'deep' }, async () => {
  const approve = async (user_code: string) => {
    await service.call('POST', '/v1/device/approve', { key: user.apiKey, body: { user_code } })
  }
  const { client, callTool, close } = await connectDevice(url, approve)
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_transcript')
  expect(await callTool('list_transcripts', {})).toMatchObject({ content: [{ text: '0 transcripts' }] })
  await close()
  expect(await db().oauthGrant.findMany({ where: { userId: user.userId, kind: 'device' } })).toMatchObject([
    { scope: 'transcripts:read transcripts:write', resource: url },
  ])
})
