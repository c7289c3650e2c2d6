import { createHash, randomBytes } from 'node:crypto'
import { type RegisteredClient, registeredClientSchema } from '../clients/contract'
import { authorizedSchema } from '../contract'
import { type Token, tokenSchema } from '../tokens/contract'

type Sent = { key?: string; body?: unknown; raw?: BodyInit; headers?: Record<string, string> }
type Answer = { status: number; headers: Headers; body: unknown }
type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>

export const REDIRECT_URI = 'https://app.example/callback'

/** A PKCE verifier with its S256 challenge. */
export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The steps of an app to be connected, step by step, against a service that is called by `call`. */
export function connectApp(call: Call) {
  /** Registers a client; anything but a 201 is thrown. */
  async function register(metadata: Record<string, unknown> = {}): Promise<RegisteredClient> {
    const body = { redirect_uris: [REDIRECT_URI], client_name: 'Test app', ...metadata }
    const answer = await call('POST', '/oauth/register', { body })
    return registeredClientSchema.parse(answer.body)
  }

  /** Has the user with this key allow a client, and gives the code. */
  async function allow(key: string, clientId: string, challenge: string, request: Record<string, unknown> = {}) {
    const body = { client_id: clientId, redirect_uri: REDIRECT_URI, code_challenge: challenge, ...request }
    const answer = await call('POST', '/v1/oauth/authorize', { key, body })
    return authorizedSchema.parse(answer.body).code ?? ''
  }

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', path, { raw: new URLSearchParams(fields), headers })

  const askToken = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post('/oauth/token', fields, headers)

  /** Registers a client, allows it and exchanges the code. */
  async function connect(
    key: string,
    request: Record<string, unknown> = {},
  ): Promise<{ clientId: string; token: Token }> {
    const { client_id: clientId } = await register()
    const { verifier, challenge } = newVerifier()
    const code = await allow(key, clientId, challenge, request)
    const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
    const answer = await askToken({ ...fields, redirect_uri: REDIRECT_URI })
    return { clientId, token: tokenSchema.parse(answer.body) }
  }

  const refresh = (clientId: string, refreshToken: string, fields: Record<string, string> = {}) =>
    askToken({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...fields })

  return { register, allow, post, askToken, connect, refresh }
}
