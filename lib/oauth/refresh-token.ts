import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { log } from '@/lib/platform/log'
import { hashToken, isWellFormedToken } from '@/lib/platform/tokens'
import type { Token } from './contract'
import type { GrantRequest } from './grant-request'
import { issueTokens } from './issue-tokens'
import { OAuthError } from './oauth-error'
import { checkResource } from './parse-resource'
import { scopeNames } from './parse-scope'
import { REFRESH_TOKEN_PREFIX } from './token-prefixes'

/** A client whose answer was lost may ask once more with the same token. */
const GRACE_SECONDS = 30

type Family = { grantId: string; scope: string; resource: string | null }

/** The connection is locked before its token, in the order in which disconnecting takes them. */
async function useRefreshToken(
  tx: Prisma.TransactionClient,
  clientId: string | null,
  hash: Uint8Array,
): Promise<Family | undefined> {
  const [family] = await tx.$queryRaw<Family[]>`
    with family as materialized (
      select g.id, g.scope, g.resource from oauth_grant g join oauth_refresh_token t on t.grant_id = g.id
      where t.hash = ${hash} and g.client_id is not distinct from ${clientId}::text for key share of g)
    update oauth_refresh_token t set used_at = coalesce(t.used_at, now()) from family
    where t.hash = ${hash} and t.grant_id = family.id and t.expires_at > now()
      and (t.used_at is null or t.used_at > now() - make_interval(secs => ${GRACE_SECONDS}))
    returning family.id as "grantId", family.scope, family.resource`
  return family
}

/** A used token that comes again is in two hands, and nobody can tell which is the right one (RFC 9700 §4.14.2). */
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
      const family = await useRefreshToken(tx, client?.id ?? null, hash)
      if (!family) return null
      const resource = checkResource(parameters.getAll('resource'), family.resource)
      const scope = narrowed(parameters.get('scope'), family.scope)
      return issueTokens(tx, { grantId: family.grantId, scope, resource, refreshable: true })
    }))
  if (answer) return answer
  if (isWhole) await revokeIfReplayed(hash)
  throw new OAuthError('invalid_grant', 'The refresh token is not valid any more. Connect again.')
}
