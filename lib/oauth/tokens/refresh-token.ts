import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import type { GrantRequest } from '../clients/client'
import { OAuthError } from '../oauth-error'
import { checkResource, scopeNames } from '../parameters'
import type { Token } from './contract'
import { issueTokens, nextRefreshToken, REFRESH_TOKEN_PREFIX } from './issue-tokens'
import { redeemRefreshToken } from './token-table'

/**
 * A client that did not get the response may send the same token again, and gets the same successor: a connection has one chain of
 * refresh tokens, so that a second holder is noticed.
 */
const GRACE_SECONDS = 30

/** A replayed refresh token is in two hands, and it is unknown which is the right one (RFC 9700 §4.14.2). */
async function revokeIfReplayed(hash: Uint8Array<ArrayBuffer>): Promise<void> {
  const graceStart = new Date(Date.now() - GRACE_SECONDS * 1000)
  const used = await db().oauthRefreshToken.findFirst({ where: { hash, usedAt: { lte: graceStart } } })
  if (!used) return
  const { count } = await db().oauthGrant.deleteMany({ where: { id: used.grantId } })
  if (count > 0) log.warn('a used refresh token came again: its connection has been ended', { grant: used.grantId })
}

function narrowed(wanted: string | null, allowed: string): string {
  const names = scopeNames(wanted ?? allowed)
  const beyond = names.filter((name) => !scopeNames(allowed).includes(name))
  if (beyond.length === 0) return names.join(' ')
  throw new OAuthError('invalid_scope', 'scope goes beyond what was allowed. Connect again to ask for more.')
}

/**
 * New tokens for a refresh token (RFC 6749 §6), which is used up by that; asked again within 30 s it is answered
 * normally, later the whole connection is ended. Throws `invalid_request`, `invalid_grant`, `invalid_scope` and
 * `invalid_target`.
 */
export async function refreshToken({ client, parameters }: GrantRequest): Promise<Token> {
  const token = parameters.get('refresh_token')
  if (!token) throw new OAuthError('invalid_request', 'refresh_token is missing.')
  const hash = hashToken(token)
  const isWhole = isWellFormedToken(token, REFRESH_TOKEN_PREFIX)
  const answer =
    isWhole &&
    (await db().$transaction(async (tx) => {
      const redemption = { hash, clientId: client?.id ?? null, graceSeconds: GRACE_SECONDS }
      const grant = await redeemRefreshToken(tx, redemption)
      if (!grant) return null
      const resource = checkResource(parameters.getAll('resource'), grant.resource)
      const scope = narrowed(parameters.get('scope'), grant.scope)
      return issueTokens(tx, { grantId: grant.grantId, scope, resource, refresh: nextRefreshToken(token) })
    }))
  if (answer) return answer
  if (isWhole) await revokeIfReplayed(hash)
  throw new OAuthError('invalid_grant', 'The refresh token has expired or was revoked. Connect again.')
}
