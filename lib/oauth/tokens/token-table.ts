import { pool } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** Everything that an authorization code is bound to. */
export type CodeBinding = {
  hash: Uint8Array
  clientId: string | null
  codeChallenge: string
  /** Null, as OAuth 2.1 allows: the request names none, and PKCE binds the code. */
  redirectUri: string | null
}

export type RedeemedCode = { userId: string; name: string; scope: string; resource: string | null }

/** Marks a code as used, if all that the request names of its binding matches; undefined leaves the code untouched. */
export async function redeemCode(
  tx: Prisma.TransactionClient,
  { hash, clientId, codeChallenge, redirectUri }: CodeBinding,
): Promise<RedeemedCode | undefined> {
  const [code] = await tx.$queryRaw<RedeemedCode[]>`
    update oauth_code set used_at = now()
    where hash = ${hash} and client_id = ${clientId} and code_challenge = ${codeChallenge}
      and (${redirectUri}::text is null or redirect_uri = ${redirectUri})
      and used_at is null and expires_at > now()
    returning user_id as "userId", name, scope, resource`
  return code
}

/** The connection that a refresh token belongs to. */
export type RefreshedGrant = { grantId: string; scope: string; resource: string | null }

/**
 * Marks a refresh token as used; one that was used within the last `graceSeconds` is accepted once more. The connection
 * is locked before its token, in the order in which disconnecting locks them.
 */
export async function redeemRefreshToken(
  tx: Prisma.TransactionClient,
  { hash, clientId, graceSeconds }: { hash: Uint8Array; clientId: string | null; graceSeconds: number },
): Promise<RefreshedGrant | undefined> {
  const [grant] = await tx.$queryRaw<RefreshedGrant[]>`
    with family as materialized (
      select g.id, g.scope, g.resource from oauth_grant g join oauth_refresh_token t on t.grant_id = g.id
      where t.hash = ${hash} and g.client_id is not distinct from ${clientId}::text for key share of g)
    update oauth_refresh_token t set used_at = coalesce(t.used_at, now()) from family
    where t.hash = ${hash} and t.grant_id = family.id and t.expires_at > now()
      and (t.used_at is null or t.used_at > now() - make_interval(secs => ${graceSeconds}))
    returning family.id as "grantId", family.scope, family.resource`
  return grant
}

/** Deletes the access tokens of a connection beyond the newest `kept`. */
export async function deleteOldestAccessTokens(
  tx: Prisma.TransactionClient,
  grantId: string,
  kept: number,
): Promise<void> {
  await tx.$executeRaw`
    delete from oauth_access_token where hash in (
      select hash from oauth_access_token where grant_id = ${grantId}::uuid
      order by created_at desc offset ${kept})`
}

/**
 * Deletes what cannot be used any more: codes after a day, tokens that have expired, connections without a valid token,
 * and clients that registered more than a day ago and were never granted anything. Run where new rows are created.
 */
export async function purgeExpiredGrants(): Promise<void> {
  await pool().query(`delete from oauth_client
    where granted_at is null and created_at < now() - interval '1 day' and coalesce(expires_at, now()) <= now()`)
  await pool().query(`delete from oauth_code where expires_at < now() - interval '1 day'`)
  await pool().query(`
    with access as (delete from oauth_access_token where expires_at < now() returning grant_id),
         refresh as (delete from oauth_refresh_token where expires_at < now() returning grant_id)
    delete from oauth_grant g
    where g.id in (select grant_id from access union select grant_id from refresh)
      and not exists (select 1 from oauth_access_token a where a.grant_id = g.id and a.expires_at >= now())
      and not exists (select 1 from oauth_refresh_token r where r.grant_id = g.id and r.expires_at >= now())`)
}
