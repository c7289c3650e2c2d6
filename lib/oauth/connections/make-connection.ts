import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { ConnectionKind } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import type { Client } from '../clients/client'
import type { Token } from '../tokens/contract'
import { issueTokens, newRefreshToken } from '../tokens/issue-tokens'

/** The access that a user has granted. */
export type Allowed = {
  userId: string
  kind: ConnectionKind
  name: string
  scope: string
  resource: string | null
}

/**
 * Makes a connection of what a user has allowed a client (null: Verbatim's own command line), with its first tokens:
 * for `resource`, which may be less than what was allowed.
 */
export async function makeConnection(
  tx: Prisma.TransactionClient,
  client: Pick<Client, 'id' | 'grantTypes'> | null,
  allowed: Allowed,
  resource = allowed.resource,
): Promise<{ grantId: string; token: Token }> {
  const grantId = newId()
  await tx.oauthGrant.create({ data: { id: grantId, clientId: client?.id ?? null, ...allowed } })
  if (client) {
    await tx.oauthClient.updateMany({ where: { id: client.id, grantedAt: null }, data: { grantedAt: new Date() } })
  }
  const isRefreshable = client === null || client.grantTypes.includes('refresh_token')
  const refresh = isRefreshable ? newRefreshToken() : null
  return { grantId, token: await issueTokens(tx, { grantId, scope: allowed.scope, resource, refresh }) }
}
