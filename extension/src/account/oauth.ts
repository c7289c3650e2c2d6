import { isRecord } from '../is-record'
import { SignInError } from './sign-in-error'

/** The endpoints of a server that are used (RFC 8414). All have the origin of the server itself. */
export type Endpoints = { authorize: string; token: string; register: string; revoke: string }

export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number }

/** The scopes of the extension: it reads and creates transcripts. */
const SCOPE = 'transcripts:read transcripts:write'

const MEMBERS = {
  authorize: 'authorization_endpoint',
  token: 'token_endpoint',
  register: 'registration_endpoint',
  revoke: 'revocation_endpoint',
} as const

/** The endpoints in a server's metadata. Throws `SignInError` for another server's, or for what is no Verbatim server. */
export function parseMetadata(server: string, metadata: unknown): Endpoints {
  if (!isRecord(metadata) || typeof metadata.issuer !== 'string') throw new SignInError('no-server')
  if (metadata.issuer !== server) throw new SignInError('other-server', metadata.issuer)
  const endpoint = (name: keyof Endpoints) => {
    const url = metadata[MEMBERS[name]]
    if (typeof url === 'string' && URL.canParse(url) && new URL(url).origin === server) return url
    throw new SignInError('no-server')
  }
  return {
    authorize: endpoint('authorize'),
    token: endpoint('token'),
    register: endpoint('register'),
    revoke: endpoint('revoke'),
  }
}

/** The page on which a user connects the extension. */
export function authorizeUrl(
  endpoints: Endpoints,
  {
    server,
    clientId,
    redirectUri,
    challenge,
    state,
  }: Record<'server' | 'clientId' | 'redirectUri' | 'challenge' | 'state', string>,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: SCOPE,
    resource: server,
    state,
  })
  return `${endpoints.authorize}?${query}`
}

/** The code in a redirect that answers this request of this server (RFC 9207). Throws `SignInError`. */
export function parseRedirect(redirect: string, { server, state }: { server: string; state: string }): string {
  const answer = new URL(redirect).searchParams
  if (answer.get('state') !== state || answer.get('iss') !== server) throw new SignInError('refused')
  if (answer.get('error') === 'access_denied') throw new SignInError('denied')
  const code = answer.get('code')
  if (!code) throw new SignInError('refused', answer.get('error_description'))
  return code
}

/** A server that takes longer counts as unreachable. */
const TIMEOUT_MS = 20_000

async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers }
  try {
    return await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw new SignInError('unreachable', null, { cause })
  }
}

const readJson = async (response: Response): Promise<unknown> => response.json().catch(() => null)

/** The errors by which a server refuses a grant, a client or its registration (RFC 6749, RFC 7591). */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'invalid_grant',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_redirect_uri',
])

/** The meaning of a response without success. Only a refusal by the server itself ends the connection. */
function refusal(status: number, body: unknown): SignInError {
  if (status >= 500 || !isRecord(body) || !REFUSALS.has(body.error)) return new SignInError('unreachable')
  return new SignInError('refused', typeof body.error_description === 'string' ? body.error_description : null)
}

/** Asks a server for its endpoints. Throws `SignInError`. */
export async function fetchEndpoints(server: string): Promise<Endpoints> {
  const response = await request(`${server}/.well-known/oauth-authorization-server`)
  if (!response.ok) throw new SignInError(response.status >= 500 ? 'unreachable' : 'no-server')
  return parseMetadata(server, await readJson(response))
}

/** Registers this browser's extension with a server (RFC 7591) and returns its client ID. Throws `SignInError`. */
export async function registerClient(endpoints: Endpoints, redirectUri: string): Promise<string> {
  const client = {
    client_name: 'Verbatim browser extension',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  const headers = { 'content-type': 'application/json' }
  const response = await request(endpoints.register, { method: 'POST', headers, body: JSON.stringify(client) })
  const body = await readJson(response)
  if (response.ok && isRecord(body) && typeof body.client_id === 'string') return body.client_id
  throw refusal(response.status, body)
}

async function requestTokens(endpoints: Endpoints, form: Record<string, string>): Promise<Tokens> {
  const response = await request(endpoints.token, { method: 'POST', body: new URLSearchParams(form) })
  const body = await readJson(response)
  if (!response.ok || !isRecord(body)) throw refusal(response.status, body)
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInSeconds } = body
  if (typeof accessToken === 'string' && typeof refreshToken === 'string' && typeof expiresInSeconds === 'number') {
    return { accessToken, refreshToken, expiresInSeconds }
  }
  throw new SignInError('no-server')
}

/** Exchanges a code for tokens. Throws `SignInError`. */
export function exchangeCode(
  endpoints: Endpoints,
  { clientId, redirectUri, code, verifier }: Record<'clientId' | 'redirectUri' | 'code' | 'verifier', string>,
): Promise<Tokens> {
  const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri }
  return requestTokens(endpoints, { ...grant, code, code_verifier: verifier })
}

/** New tokens for a refresh token, which works once. Throws `SignInError`: `refused` if the sign-in has ended. */
export function refreshTokens(endpoints: Endpoints, clientId: string, refreshToken: string): Promise<Tokens> {
  return requestTokens(endpoints, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })
}

/** Ends what a refresh token gives access to (RFC 7009). Throws `SignInError`. */
export async function revokeToken(endpoints: Endpoints, clientId: string, refreshToken: string): Promise<void> {
  const body = new URLSearchParams({ client_id: clientId, token: refreshToken, token_type_hint: 'refresh_token' })
  const response = await request(endpoints.revoke, { method: 'POST', body })
  if (!response.ok) throw refusal(response.status, await readJson(response))
}
