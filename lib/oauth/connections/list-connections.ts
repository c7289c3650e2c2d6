import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { OauthGrant } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { clientHost } from '../clients/client-document'
import { scopeNames } from '../parameters'
import { type Connection, connectionSchema } from './contract'

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

/** Ends one of the caller's connections: its tokens are refused from the moment this returns. Throws `not_found`. */
export async function disconnect(actor: Actor, connectionId: string): Promise<void> {
  const { count } = isId(connectionId)
    ? await db().oauthGrant.deleteMany({ where: { id: connectionId, userId: actor.userId } })
    : { count: 0 }
  if (count === 0) throw new Problem('not_found', { detail: 'Connection not found. It may have ended already.' })
}
