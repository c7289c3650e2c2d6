import type { Token } from '@/lib/oauth/contract'
import type { GrantRequest } from '@/lib/oauth/grant-request'
import { OAuthError } from '@/lib/oauth/oauth-error'
import { pollDevice } from './poll-device'

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
