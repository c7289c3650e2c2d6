import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '@/lib/core/secrets/tokens'
import { OAuthError } from '../oauth-error'
import type { Client } from './client'
import { knownClient } from './find-client'

type Credentials = { id: string; secret: string | null; isBasic: boolean }

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are put together. */
function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function refuse(description: string, { isBasic, secret }: Pick<Credentials, 'isBasic' | 'secret'>): OAuthError {
  const headers: Record<string, string> = isBasic ? { 'www-authenticate': 'Basic realm="Verbatim OAuth"' } : {}
  return new OAuthError('invalid_client', description, { status: 401, headers, isGuess: secret !== null })
}

function parseBasic(encoded: string): Credentials {
  const text = Buffer.from(encoded.trim(), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  try {
    const id = formDecode(text.slice(0, Math.max(colon, 0)))
    if (id !== '' && !id.includes('\u0000')) return { id, secret: formDecode(text.slice(colon + 1)), isBasic: true }
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw refuse('The Basic credentials are malformed.', { isBasic: true, secret: encoded })
}

function parseCredentials(headers: Headers, parameters: URLSearchParams): Credentials | null {
  const id = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  const [scheme = '', encoded = ''] = (headers.get('authorization') ?? '').split(' ', 2)
  if (scheme.toLowerCase() !== 'basic') return id === null ? null : { id, secret, isBasic: false }
  const basic = parseBasic(encoded)
  if (secret !== null) throw new OAuthError('invalid_request', 'The client uses two authentication methods. Use one.')
  if (id !== null && id !== basic.id)
    throw new OAuthError('invalid_request', 'The request has two different client IDs.')
  return { ...basic, secret: basic.secret || null }
}

function isSecret(secret: string | null, hash: Uint8Array): boolean {
  return secret !== null && timingSafeEqual(hashToken(secret), hash)
}

/**
 * The client that sends a request, by `client_secret_basic`, `client_secret_post` or, for a public one, its id alone;
 * null if none is named. Throws 401 `invalid_client`, and `invalid_request` if both methods are used.
 */
export async function authenticateClient(headers: Headers, parameters: URLSearchParams): Promise<Client | null> {
  const credentials = parseCredentials(headers, parameters)
  if (!credentials) return null
  const { id, secret } = credentials
  const client = await knownClient(id)
  if (!client) throw refuse('This client is unknown. Register it again.', credentials)
  if (client.secretHash ? !isSecret(secret, client.secretHash) : secret !== null) {
    throw refuse(client.secretHash ? 'The client secret is wrong.' : 'A public client has no secret.', credentials)
  }
  return client
}

/** Authenticates a client where one has to be named. */
export async function requireClient(headers: Headers, parameters: URLSearchParams): Promise<Client> {
  const client = await authenticateClient(headers, parameters)
  if (client) return client
  throw refuse('client_id is missing.', { isBasic: false, secret: null })
}
