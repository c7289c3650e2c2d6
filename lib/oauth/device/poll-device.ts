import { db } from '@/lib/core/db/db'
import { hashToken } from '@/lib/core/secrets/tokens'
import type { Client, GrantRequest } from '@/lib/oauth/clients/client'
import { makeConnection } from '@/lib/oauth/connections/make-connection'
import { OAuthError } from '@/lib/oauth/oauth-error'
import type { Token } from '../tokens/contract'
import type { DeviceTokenResponse } from './contract'
import { pollDeviceCode } from './device-table'

type Poll = { kind: 'pending'; isEarly: boolean; intervalSeconds: number } | { kind: 'approved'; token: Token }

/**
 * A device asks whether its user has decided yet (RFC 8628 §3.4): a registered client, or with null a command line. An
 * approved code is exchanged for its tokens once. Throws `access_denied`, `expired_token`, and `invalid_grant` for a code
 * that is unknown, used up or another client's.
 */
async function pollDevice(client: Client | null, deviceCode: string): Promise<Poll> {
  return db().$transaction(async (tx) => {
    const row = await pollDeviceCode(tx, client?.id ?? null, hashToken(deviceCode))
    if (row?.state === 'pending') return { kind: 'pending', isEarly: row.isEarly, intervalSeconds: row.intervalSeconds }
    if (row?.state === 'approved' && row.userId !== null) {
      const { userId, name, scope, resource } = row
      const { token } = await makeConnection(tx, client, { kind: 'device', userId, name, scope, resource })
      return { kind: 'approved', token }
    }
    if (row?.state === 'denied') throw new OAuthError('access_denied', 'The user refused the device.')
    if (row?.state === 'expired') throw new OAuthError('expired_token', 'The code has expired. Request a new one.')
    throw new OAuthError('invalid_grant', 'The device code does not exist or was used before.')
  })
}

/** A poll at the token endpoint (RFC 8628 §3.5): what is pending is an error there. Throws what `pollDevice` throws. */
export async function deviceGrant({ client, parameters }: GrantRequest): Promise<Token> {
  const deviceCode = parameters.get('device_code')
  if (!deviceCode) throw new OAuthError('invalid_request', 'device_code is missing.')
  const poll = await pollDevice(client, deviceCode)
  if (poll.kind === 'approved') return poll.token
  const { isEarly, intervalSeconds: interval } = poll
  const [code, description] = isEarly
    ? ['slow_down', 'The device polls too fast.']
    : ['authorization_pending', 'The user has not decided yet.']
  throw new OAuthError(code, description, { extra: { interval } })
}

/** A poll by a command line, for which a pending decision is no error. Throws what `pollDevice` throws. */
export async function pollDeviceToken(deviceCode: string): Promise<DeviceTokenResponse> {
  const poll = await pollDevice(null, deviceCode)
  if (poll.kind === 'approved') return { status: 'approved', ...poll.token }
  const error = poll.isEarly ? 'slow_down' : 'authorization_pending'
  return { status: 'pending', error, interval: poll.intervalSeconds }
}
