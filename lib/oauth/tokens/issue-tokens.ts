import { ACCESS_TOKEN_PREFIX } from '@/lib/accounts/access-token'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { keyFor } from '@/lib/core/secrets/seal'
import { hashToken, newToken, nextToken } from '@/lib/core/secrets/tokens'
import { requireActive } from '@/lib/core/suspension'
import { OAuthError } from '../oauth-error'
import type { Token } from './contract'
import { deleteOldestAccessTokens } from './token-table'

/** Prefixes of secrets and ids, by which scanners recognise them and no two kinds are confused. */
export const REFRESH_TOKEN_PREFIX = 'vbr_'
export const CODE_PREFIX = 'vbo_'
export const CLIENT_PREFIX = 'vbc_'
export const SECRET_PREFIX = 'vbs_'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 30 * 24 * 3_600

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** The newest access tokens of a connection are kept, also for a client that refreshes without need. */
const KEPT_ACCESS_TOKENS = 100
/**
 * A used refresh token stays known for 30 days, and none of them may go before: who stole one would only have to use it
 * often enough for the theft not to be noticed. An hourly refresh makes 720 in that time.
 */
const MAX_REFRESH_TOKENS = 10_000

async function checkRoom(tx: Prisma.TransactionClient, grantId: string): Promise<void> {
  await deleteOldestAccessTokens(tx, grantId, KEPT_ACCESS_TOKENS - 1)
  if ((await tx.oauthRefreshToken.count({ where: { grantId } })) < MAX_REFRESH_TOKENS) return
  throw new OAuthError('invalid_grant', 'This connection was refreshed 10,000 times within 30 days. Connect again.')
}

type Options = {
  grantId: string
  scope: string
  /** Which of our resources the access token opens (RFC 8707); null: each of them. */
  resource: string | null
  /** Null for a client that did not register for refresh tokens. */
  refresh: string | null
}

/** The first refresh token of a connection. */
export function newRefreshToken(): string {
  return newToken(REFRESH_TOKEN_PREFIX)
}

/** The one successor of a refresh token: a client that sends the token again gets the same one. */
export function nextRefreshToken(token: string): string {
  return nextToken(REFRESH_TOKEN_PREFIX, token, keyFor('refresh tokens'))
}

/**
 * Stores an access token for an hour and, with it, a refresh token for 30 days. Only their hashes are kept.
 * Throws `invalid_grant` for a connection that refreshes without end, `account_suspended` for one of a suspended
 * account.
 */
export async function issueTokens(
  tx: Prisma.TransactionClient,
  { grantId, scope, resource, refresh }: Options,
): Promise<Token> {
  const { user } = await tx.oauthGrant.findUniqueOrThrow({ where: { id: grantId }, select: { user: true } })
  requireActive(user)
  await checkRoom(tx, grantId)
  const access = newToken(ACCESS_TOKEN_PREFIX)
  const answer = { access_token: access, token_type: 'Bearer' as const, expires_in: ACCESS_SECONDS, scope }
  await tx.oauthAccessToken.create({
    data: { hash: hashToken(access), grantId, scope, resource, expiresAt: inSeconds(ACCESS_SECONDS) },
  })
  if (refresh === null) return answer
  await tx.oauthRefreshToken.createMany({
    data: [{ hash: hashToken(refresh), grantId, expiresAt: inSeconds(REFRESH_SECONDS) }],
    skipDuplicates: true,
  })
  return { ...answer, refresh_token: refresh }
}
