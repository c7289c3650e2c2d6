import { expect, test } from 'vitest'
import type { CreatedApiKeyView, KeyUseView } from '@/lib/accounts/api-keys/contract'
import { connectApp, newVerifier, REDIRECT_URI } from '@/lib/oauth/testing/connect-app'
import { tokenSchema } from '@/lib/oauth/tokens/contract'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser } from '@/test/service'

const { service, baseUrl, url: connector } = await useConnector()
const app = connectApp(service.call)
const { apiKey } = await newUser()
const BOTH = [baseUrl, connector]

/** The answers of the API and the connector to a token. */
async function tryAt(token: string) {
  const authorization = `Bearer ${token}`
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return {
    api: await fetch(`${baseUrl}/v1/me/transcriptions`, { headers: { authorization } }),
    connector: await fetch(connector, { method: 'POST', headers, body: JSON.stringify(list) }),
  }
}

async function statuses(token: string): Promise<Record<string, number>> {
  const answers = await tryAt(token)
  return { api: answers.api.status, connector: answers.connector.status }
}

test('a token for the connector does not open the API, and says what it is for', async () => {
  const { token } = await app.connect(apiKey, { resource: connector })
  const answers = await tryAt(token.access_token)
  expect(answers.connector.status).toBe(200)
  expect([answers.api.status, await answers.api.json()]).toMatchObject([
    401,
    { code: 'invalid_credentials', detail: `This access token is for ${connector}. Connect again for ${baseUrl}.` },
  ])
  expect(answers.api.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

test('a token for the API does not open the connector, and says what it is for', async () => {
  const { token } = await app.connect(apiKey, { resource: baseUrl })
  const answers = await tryAt(token.access_token)
  expect(answers.api.status).toBe(200)
  expect([answers.connector.status, await answers.connector.json()]).toMatchObject([
    401,
    { code: 'invalid_credentials', detail: `This access token is for ${baseUrl}. Connect again for ${connector}.` },
  ])
  expect(answers.connector.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

test('a token that is for neither in particular opens both, for what its scopes allow', async () => {
  const { token } = await app.connect(apiKey)
  expect(await statuses(token.access_token)).toEqual({ api: 200, connector: 200 })
})

test('an app that was allowed both gets a token for one, and keeps the right to the other', async () => {
  const { client_id } = await app.register({ token_endpoint_auth_method: 'none' })
  const { verifier, challenge } = newVerifier()
  const fields = {
    grant_type: 'authorization_code',
    client_id,
    code: await app.allow(apiKey, client_id, challenge),
    code_verifier: verifier,
    redirect_uri: REDIRECT_URI,
  }
  const first = tokenSchema.parse((await app.askToken({ ...fields, resource: connector })).body)
  expect(await statuses(first.access_token)).toEqual({ api: 401, connector: 200 })

  const refresh = async (resource: Record<string, string>) =>
    tokenSchema.parse((await app.refresh(client_id, first.refresh_token ?? '', resource)).body).access_token
  expect(await statuses(await refresh({ resource: baseUrl }))).toEqual({ api: 200, connector: 401 })
  expect(await statuses(await refresh({}))).toEqual({ api: 200, connector: 200 })
})

test.each(BOTH)('an app that was allowed %s alone gets no token for the other by refreshing', async (resource) => {
  const { clientId, token } = await app.connect(apiKey, { resource })
  const [other = ''] = BOTH.filter((each) => each !== resource)
  const refused = await app.refresh(clientId, token.refresh_token ?? '', { resource: other })
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'invalid_target' }])
  const same = tokenSchema.parse((await app.refresh(clientId, token.refresh_token ?? '')).body)
  expect(await statuses(same.access_token)).toEqual(await statuses(token.access_token))
  expect(Object.values(await statuses(same.access_token)).sort()).toEqual([200, 401])
})

test('an API key with scopes is held to them, and its calls are counted', async () => {
  const owner = await newUser()
  const made = await service.call('POST', '/v1/me/api-keys', {
    key: owner.apiKey,
    body: { name: 'Reader', scopes: ['transcripts:read'] },
  })
  const { key, id } = made.body as CreatedApiKeyView
  const call = (name: string, args: object) =>
    fetch(connector, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
  expect((await call('list_transcripts', {})).status).toBe(200)
  expect((await call('get_transcript', { url: 'http://127.0.0.1/' })).status).toBe(403)
  const { uses } = (await service.call('GET', '/v1/me/api-keys/uses', { key: owner.apiKey })).body as {
    uses: KeyUseView[]
  }
  expect(uses.find(({ key_id }) => key_id === id)).toMatchObject({ requests: 2 })
})
