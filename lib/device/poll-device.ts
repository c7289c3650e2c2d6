import type { Client } from '@/lib/oauth/client'
import type { Token } from '@/lib/oauth/contract'
import { type Allowed, makeConnection } from '@/lib/oauth/make-connection'
import { OAuthError } from '@/lib/oauth/oauth-error'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { hashToken } from '@/lib/platform/tokens'

/** What a poll finds. */
export type Poll = { kind: 'pending'; isEarly: boolean; intervalSeconds: number } | { kind: 'approved'; token: Token }

type Row = Omit<Allowed, 'kind' | 'userId'> & {
  userId: string | null
  state: 'pending' | 'approved' | 'denied' | 'redeemed' | 'expired'
  isEarly: boolean
  intervalSeconds: number
}

/**
 * The whole state machine of a device code in one statement: it sees what the state is, moves an approved one on so that
 * it is redeemed once, and makes who polls too early wait five seconds longer. Half a second is let pass for the clocks.
 */
async function pollRow(
  tx: Prisma.TransactionClient,
  clientId: string | null,
  deviceCode: string,
): Promise<Row | undefined> {
  const [row] = await tx.$queryRaw<Row[]>`
    with was as materialized (
      select hash, polled_at, interval_seconds,
             case when state <> 'redeemed' and expires_at <= now() then 'expired' else state end as state
      from device_code
      where hash = ${hashToken(deviceCode)} and client_id is not distinct from ${clientId}::text for update),
    judged as (
      select *, state = 'pending' and coalesce(polled_at > now() - make_interval(secs => interval_seconds - 0.5), false)
                as early
      from was)
    update device_code d
    set polled_at = now(),
        interval_seconds = least(60, d.interval_seconds + case when judged.early then 5 else 0 end),
        state = case when judged.state = 'approved' then 'redeemed' else d.state end
    from judged where d.hash = judged.hash
    returning judged.state, judged.early as "isEarly", d.interval_seconds as "intervalSeconds",
              d.user_id as "userId", d.name, d.scope, d.resource`
  return row
}

/**
 * A device's question whether its user has decided yet (RFC 8628 §3.4), by a client's door or, with null, the command
 * line's. An approved code gives its tokens once. Throws `access_denied`, `expired_token`, and `invalid_grant` for a code
 * that is unknown, used up or another client's.
 */
export async function pollDevice(client: Client | null, deviceCode: string): Promise<Poll> {
  return db().$transaction(async (tx) => {
    const row = await pollRow(tx, client?.id ?? null, deviceCode)
    if (row?.state === 'pending') return { kind: 'pending', isEarly: row.isEarly, intervalSeconds: row.intervalSeconds }
    if (row?.state === 'approved' && row.userId !== null) {
      const { userId, name, scope, resource } = row
      const { token } = await makeConnection(tx, client, { kind: 'device', userId, name, scope, resource })
      return { kind: 'approved', token }
    }
    if (row?.state === 'denied') throw new OAuthError('access_denied', 'The user refused the device.')
    if (row?.state === 'expired') throw new OAuthError('expired_token', 'The code has expired. Ask for a new one.')
    throw new OAuthError('invalid_grant', 'There is no such device code, or it has been used.')
  })
}
