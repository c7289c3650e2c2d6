import { createHash } from 'node:crypto'
import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import type { GrantRequest } from '../clients/client'
import { makeConnection } from '../connections/make-connection'
import { OAuthError } from '../oauth-error'
import { checkResource } from '../parameters'
import type { Token } from './contract'
import { CODE_PREFIX } from './issue-tokens'
import { type CodeBinding, redeemCode } from './token-table'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/** The values that a code is bound to. The statement that redeems it compares them, so that another request leaves it untouched. */
function bindingOf({ client, parameters }: GrantRequest, hash: Uint8Array): CodeBinding {
  const verifier = parameters.get('code_verifier') ?? ''
  return {
    hash,
    clientId: client?.id ?? null,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    redirectUri: parameters.get('redirect_uri'),
  }
}

/** A replayed code may have been stolen: the connection that it made is ended (RFC 6749 §4.1.2). */
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
        const used = await redeemCode(tx, bindingOf(request, hash))
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
