import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { OauthGrant } from '@/lib/platform/generated/prisma/client'
import { clientHost } from './client-document-url'
import { type Connection, connectionSchema } from './connections-contract'
import { scopeNames } from './parse-scope'

function toConnection(grant: OauthGrant): Connection {
  return {
    id: grant.id,
    kind: connectionSchema.shape.kind.parse(grant.kind),
    name: grant.name,
    host: clientHost(grant.clientId),
    scopes: scopeNames(grant.scope),
    created_at: grant.createdAt.toISOString(),
    last_used_at: grant.lastUsedAt?.toISOString() ?? null,
  }
}

/** The apps and devices that may act for the caller now, the newest first. */
export async function listConnections(actor: Actor): Promise<Connection[]> {
  const alive = { some: { expiresAt: { gt: new Date() } } }
  const grants = await db().oauthGrant.findMany({
    where: { userId: actor.userId, OR: [{ accessTokens: alive }, { refreshTokens: alive }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return grants.map(toConnection)
}
