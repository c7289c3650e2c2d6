import { ApiError, createClient } from '@/lib/api/client'
import { issueToken, type Token } from '@/lib/oauth/tokens/contract'
import { Failure } from '../failure/failure'
import type { Tokens } from './credential-file'
import { withForm } from './with-form'

/** Well below the time after which another process takes the lock. */
const TIMEOUT_MS = 15_000

/** The stored form of tokens, with the end of the access token. */
export function toStored({ access_token, refresh_token, expires_in }: Token): Tokens {
  if (refresh_token === undefined) throw new Failure('not_signed_in', 'The server returned no refresh token.')
  return { access_token, refresh_token, expires_at: new Date(Date.now() + expires_in * 1000).toISOString() }
}

/** New tokens for a refresh token (RFC 6749 §6), which is used up by it. Null where the server takes it no more. */
export async function refreshTokens(baseUrl: string, refreshToken: string): Promise<Tokens | null> {
  const fetch = withForm({ grant_type: 'refresh_token', refresh_token: refreshToken })
  try {
    const { body } = await createClient({ baseUrl, fetch })(issueToken, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return toStored(body)
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'invalid_grant') return null
    throw error
  }
}
