import { createHash } from 'node:crypto'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { log } from '@/lib/platform/log'
import { hashToken, isWellFormedToken } from '@/lib/platform/tokens'
import type { Token } from './contract'
import type { GrantRequest } from './grant-request'
import { makeConnection } from './make-connection'
import { OAuthError } from './oauth-error'
import { checkResource } from './parse-resource'
import { CODE_PREFIX } from './token-prefixes'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

type UsedCode = { userId: string; name: string; scope: string; resource: string | null }

/** Everything a code is bound to is asked for in the statement that uses it up: whoever has less leaves it untouched. */
async function useCode(
  tx: Prisma.TransactionClient,
  { client, parameters }: GrantRequest,
  hash: Uint8Array,
): Promise<UsedCode | undefined> {
  const verifier = parameters.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const redirectUri = parameters.get('redirect_uri')
  const [code] = await tx.$queryRaw<UsedCode[]>`
    update oauth_code set used_at = now()
    where hash = ${hash} and client_id = ${client?.id ?? null} and code_challenge = ${challenge}
      and (${redirectUri}::text is null or redirect_uri = ${redirectUri})
      and used_at is null and expires_at > now()
    returning user_id as "userId", name, scope, resource`
  return code
}

/** A code that comes again has been seen by somebody who should not have it: what it gave is taken back (RFC 6749 §4.1.2). */
async function revokeIfReplayed(hash: Uint8Array<ArrayBuffer>): Promise<void> {
  const code = await db().oauthCode.findFirst({ where: { hash, usedAt: { not: null } } })
  if (!code?.grantId) return
  const { count } = await db().oauthGrant.deleteMany({ where: { id: code.grantId } })
  if (count > 0)
    log.warn('a used authorization code came again: its connection has been ended', { grant: code.grantId })
}

/**
 * The tokens for an authorization code (RFC 6749 §4.1.3) with its PKCE verifier (RFC 7636). A code works once; a second
 * time ends the connection that the first one made. Throws `invalid_request`, `invalid_grant`, `invalid_target`.
 */
export async function exchangeCode(request: GrantRequest): Promise<Token> {
  const { client, parameters } = request
  const code = parameters.get('code')
  if (!code) throw new OAuthError('invalid_request', 'code is missing.')
  if (!VERIFIER.test(parameters.get('code_verifier') ?? '')) {
    throw new OAuthError('invalid_request', 'code_verifier should have 43 to 128 unreserved characters.')
  }
  const hash = hashToken(code)
  const isWhole = client !== null && isWellFormedToken(code, CODE_PREFIX)
  const token = isWhole
    ? await db().$transaction(async (tx) => {
        const used = await useCode(tx, request, hash)
        if (!used) return null
        const resource = checkResource(parameters.getAll('resource'), used.resource)
        const made = await makeConnection(tx, client, { ...used, kind: 'app' }, resource)
        await tx.oauthCode.update({ where: { hash }, data: { grantId: made.grantId } })
        return made.token
      })
    : null
  if (token) return token
  await revokeIfReplayed(hash)
  throw new OAuthError(
    'invalid_grant',
    'The code has expired or been used, or it is not for this client, redirect_uri and code_verifier.',
  )
}
