import { ACCESS_TOKEN_PREFIX } from '@/lib/accounts/access-token'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { hashToken, newToken } from '@/lib/platform/tokens'
import type { Token } from './contract'
import { REFRESH_TOKEN_PREFIX } from './token-prefixes'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 24 * 3_600

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

type Options = {
  grantId: string
  scope: string
  /** Which of our resources the access token opens (RFC 8707); null: each of them. */
  resource: string | null
  /** False for a client that did not register for refresh tokens. */
  refreshable: boolean
}

/** Makes an access token for an hour and, with it, a refresh token for 30 days. Their plaintext is given this once. */
export async function issueTokens(
  tx: Prisma.TransactionClient,
  { grantId, scope, resource, refreshable }: Options,
): Promise<Token> {
  const access = newToken(ACCESS_TOKEN_PREFIX)
  const answer = { access_token: access, token_type: 'Bearer' as const, expires_in: ACCESS_SECONDS, scope }
  await tx.oauthAccessToken.create({
    data: { hash: hashToken(access), grantId, scope, resource, expiresAt: inSeconds(ACCESS_SECONDS) },
  })
  if (!refreshable) return answer
  const refresh = newToken(REFRESH_TOKEN_PREFIX)
  await tx.oauthRefreshToken.create({
    data: { hash: hashToken(refresh), grantId, expiresAt: inSeconds(REFRESH_SECONDS) },
  })
  return { ...answer, refresh_token: refresh }
}
