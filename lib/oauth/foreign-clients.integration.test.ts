import * as bare from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { newUser, useService } from '@/test/service'
import { startLoopback } from './testing/start-loopback'

const REDIRECT_URI = 'http://127.0.0.1:8123/callback'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const { url, close } = await startLoopback((request) => api().fetch(request))
afterAll(close)
const service = await useService({ BASE_URL: url, RATE_LIMIT_PUBLIC_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' })
const user = await newUser()

/** Presses Allow on the consent page, and returns the address that the browser follows. */
async function allow(address: URL): Promise<URL> {
  const asked = Object.fromEntries(address.searchParams)
  const answer = await service.call('POST', '/v1/oauth/authorize', { key: user.apiKey, body: asked })
  expect(answer.status).toBe(200)
  return new URL((answer.body as { redirect_to: string }).redirect_to)
}

async function approveDevice(userCode: string): Promise<void> {
  const answer = await service.call('POST', '/v1/device/approve', { key: user.apiKey, body: { user_code: userCode } })
  expect([answer.status, answer.body]).toEqual([200, { approved: true }])
}

const useToken = (token: string) =>
  fetch(`${url}/v1/uploads/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.mp3', content_type: 'audio/mpeg' }),
  })

describe('openid-client', () => {
  const options: openid.DynamicClientRegistrationRequestOptions = {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  }

  test.each([
    ['a public client', 'none', openid.None],
    ['a client with its secret in the body', 'client_secret_post', openid.ClientSecretPost],
    ['a client with its secret in the header', 'client_secret_basic', openid.ClientSecretBasic],
  ])('%s connects, refreshes and gives its token back', async (_, method, authentication) => {
    const metadata = { redirect_uris: [REDIRECT_URI], client_name: 'An app', token_endpoint_auth_method: method }
    const config = await openid.dynamicClientRegistration(new URL(url), metadata, authentication(), options)
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'transcripts:read transcripts:write',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: url,
    })
    expect(address.href.split('?')[0]).toBe(`${url}/oauth/authorize`)

    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    const tokens = await openid.authorizationCodeGrant(config, await allow(address), checks)
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'transcripts:read transcripts:write',
    })
    expect((await useToken(tokens.access_token)).status).toBe(200)

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect((await useToken(refreshed.access_token)).status).toBe(200)

    if (method !== 'none') {
      const { active, ...reported } = await openid.tokenIntrospection(config, refreshed.access_token)
      expect(active).toBe(true)
      expect(reported).toMatchObject({ client_id: config.clientMetadata().client_id, aud: url, iss: url })
    }

    await openid.tokenRevocation(config, refreshed.access_token)
    expect((await useToken(refreshed.access_token)).status).toBe(401)
    expect((await useToken(tokens.access_token)).status).toBe(200)
    await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
    expect((await useToken(tokens.access_token)).status).toBe(401)
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('an answer that was made for another server is refused by its iss', async () => {
    const metadata = { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' }
    const config = await openid.dynamicClientRegistration(new URL(url), metadata, openid.None(), options)
    const verifier = openid.randomPKCECodeVerifier()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await allow(address)
    const mixedUp = new URL(answer)
    mixedUp.searchParams.set('iss', 'https://other.example')
    const exchange = (callback: URL) => openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier })
    const refused = { cause: { message: expect.stringContaining('"iss"') } }
    await expect(exchange(mixedUp)).rejects.toMatchObject(refused)
    mixedUp.searchParams.delete('iss')
    await expect(exchange(mixedUp)).rejects.toMatchObject(refused)
    await exchange(answer)
  })

  test('a device is connected while it polls', async () => {
    const metadata = {
      redirect_uris: [],
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }
    const config = await openid.dynamicClientRegistration(new URL(url), metadata, openid.None(), options)
    const begun = await openid.initiateDeviceAuthorization(config, { scope: 'transcripts:read' })
    expect(begun).toMatchObject({ interval: 5, expires_in: 900, verification_uri: `${url}/device` })
    await approveDevice(begun.user_code)
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 })
    expect(tokens.scope).toBe('transcripts:read')
    expect((await useToken(tokens.access_token)).status).toBe(403)
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).scope).toBe('transcripts:read')
  })
})

describe('oauth4webapi', () => {
  const insecure = { [bare.allowInsecureRequests]: true }

  async function discover(): Promise<bare.AuthorizationServer> {
    const issuer = new URL(url)
    const response = await bare.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    return bare.processDiscoveryResponse(issuer, response)
  }

  test('a resource leads to its server, and a client connects', async () => {
    const resource = new URL(`${url}/mcp`)
    const described = await bare.processResourceDiscoveryResponse(
      resource,
      await bare.resourceDiscoveryRequest(resource, insecure),
    )
    expect(described.authorization_servers).toEqual([url])
    const server = await discover()
    const registered = await bare.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'none' },
      insecure,
    )
    const client = await bare.processDynamicClientRegistrationResponse(registered)
    const verifier = bare.generateRandomCodeVerifier()
    const state = bare.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      code_challenge: await bare.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()
    const callback = bare.validateAuthResponse(server, client, await allow(address), state)
    const answer = await bare.authorizationCodeGrantRequest(
      server,
      client,
      bare.None(),
      callback,
      REDIRECT_URI,
      verifier,
      insecure,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const tokens = await bare.processAuthorizationCodeResponse(server, client, answer)
    expect((await useToken(tokens.access_token)).status).toBe(200)
    const refreshed = await bare.processRefreshTokenResponse(
      server,
      client,
      await bare.refreshTokenGrantRequest(server, client, bare.None(), tokens.refresh_token ?? '', insecure),
    )
    await bare.processRevocationResponse(
      await bare.revocationRequest(server, client, bare.None(), refreshed.access_token, insecure),
    )
    expect((await useToken(refreshed.access_token)).status).toBe(401)
  })

  test('a refusal comes back as an error with state and iss', async () => {
    const server = await discover()
    const client = await bare.processDynamicClientRegistrationResponse(
      await bare.dynamicClientRegistrationRequest(server, { redirect_uris: [REDIRECT_URI] }, insecure),
    )
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: await bare.calculatePKCECodeChallenge(bare.generateRandomCodeVerifier()),
      state: 's',
      decision: 'deny',
    }).toString()
    const back = await allow(address)
    expect(back.searchParams.has('code')).toBe(false)
    expect(() => bare.validateAuthResponse(server, client, back, 's')).toThrow(bare.AuthorizationResponseError)
  })

  test('a device that polls gets authorization_pending, and slow_down when it polls too often', async () => {
    const server = await discover()
    const client = await bare.processDynamicClientRegistrationResponse(
      await bare.dynamicClientRegistrationRequest(server, { redirect_uris: [], grant_types: [DEVICE_GRANT] }, insecure),
    )
    const begun = await bare.processDeviceAuthorizationResponse(
      server,
      client,
      await bare.deviceAuthorizationRequest(server, client, bare.None(), new URLSearchParams(), insecure),
    )
    const poll = async () =>
      bare.processDeviceCodeResponse(
        server,
        client,
        await bare.deviceCodeGrantRequest(server, client, bare.None(), begun.device_code, insecure),
      )
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 })
    await expect(poll()).rejects.toMatchObject({ error: 'slow_down', status: 400 })
    await approveDevice(begun.user_code)
    const tokens = await poll()
    expect(tokens).toMatchObject({ scope: 'transcripts:read transcripts:write' })
    expect(tokens.refresh_token).toBeUndefined()
    await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})
