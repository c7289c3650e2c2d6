import { Failure } from '../failure/failure'
import { type Credentials, changeCredentials, readCredentials, type Tokens } from './credential-file'
import { refreshTokens } from './refresh-tokens'

/** The credential of a request. `renew` is called when the server has refused a token, and returns another one or null. */
export type Credential = {
  token: () => Promise<string | null>
  renew: (refused: string) => Promise<string | null>
}

/** An access token that ends within this time is renewed before it is used. */
const MARGIN_MS = 60_000

/** An API key, which is as good tomorrow as today. Throws `not_signed_in` for what no header can carry. */
export function keyCredential(key: string): Credential {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure('not_signed_in', 'VERBATIM_API_KEY is not an API key. Copy it again.')
  return { token: async () => key, renew: async () => null }
}

function without(stored: Credentials, baseUrl: string): Credentials {
  const { [baseUrl]: _, ...servers } = stored.servers
  return { ...stored, servers }
}

/**
 * Has the stored tokens renewed unless another process has done so meanwhile. One process at a time: a refresh token that
 * is used twice ends the sign-in. Throws `not_signed_in` where the server takes it no more.
 */
async function renewStored(
  folder: string,
  baseUrl: string,
  isStillGood: (tokens: Tokens) => boolean,
): Promise<string | null> {
  let token: string | null = null
  let hasEnded = false
  await changeCredentials(folder, async (stored) => {
    const tokens = stored.servers[baseUrl]
    if (!tokens) return null
    token = tokens.access_token
    if (isStillGood(tokens)) return null
    const fresh = await refreshTokens(baseUrl, tokens.refresh_token)
    hasEnded = fresh === null
    if (!fresh) return without(stored, baseUrl)
    token = fresh.access_token
    return { ...stored, servers: { ...stored.servers, [baseUrl]: fresh } }
  })
  if (hasEnded) throw new Failure('not_signed_in', 'Your sign-in has ended. Run "verbatim login" again.')
  return token
}

function isFresh({ expires_at }: Tokens): boolean {
  return Date.parse(expires_at) - Date.now() > MARGIN_MS
}

/** The tokens that are stored for a server, kept fresh. */
export function storedCredential(folder: string, baseUrl: string): Credential {
  return {
    token: async () => {
      const tokens = (await readCredentials(folder)).servers[baseUrl]
      if (!tokens || isFresh(tokens)) return tokens?.access_token ?? null
      return renewStored(folder, baseUrl, isFresh)
    },
    renew: (refused) => renewStored(folder, baseUrl, ({ access_token }) => access_token !== refused),
  }
}
