import { ACCOUNT_SCOPE } from '@/lib/accounts/scopes'
import { describeDevice } from '@/lib/accounts/sessions/describe-device'
import { db } from '@/lib/core/db/db'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import { limitByAddress } from '@/lib/limits/limit-by-address'
import { authenticateClient } from '@/lib/oauth/clients/authenticate-client'
import { DEVICE_GRANT } from '@/lib/oauth/clients/client'
import { issuer } from '@/lib/oauth/metadata'
import { OAuthError } from '@/lib/oauth/oauth-error'
import { parseParameters, parseResource, parseScope } from '@/lib/oauth/parameters'
import type { DeviceCodeResponse } from './contract'
import { purgeExpiredDeviceCodes } from './device-table'
import { formatUserCode, newUserCode } from './user-code'

/** The bound for one network address. */
const REQUESTS = { name: 'device-codes', quota: 60, windowSeconds: 3_600 }

const DEVICE_CODE_PREFIX = 'vbd_'
const LIFETIME_SECONDS = 15 * 60
const INTERVAL_SECONDS = 5

type Device = { clientId: string | null; name: string; scope: string; resource: string | null }

type Asking = { request: Request; address: string | null }

/** Parses a device request: a registered client's scopes; without a client, full access for a command line. */
async function parseDevice(request: Request): Promise<Device> {
  const parameters = await parseParameters(request)
  const client = await authenticateClient(request.headers, parameters)
  if (!client) {
    const name = describeDevice(request.headers.get('user-agent'), 'An unknown program')
    return { clientId: null, name, scope: ACCOUNT_SCOPE, resource: null }
  }
  if (!client.grantTypes.includes(DEVICE_GRANT)) {
    throw new OAuthError('unauthorized_client', "This client isn't registered for connecting devices.")
  }
  return {
    clientId: client.id,
    name: client.name ?? 'Unnamed app',
    scope: parseScope(parameters.get('scope')),
    resource: parseResource(parameters.getAll('resource')),
  }
}

async function store(device: Device & { address: string | null }, hash: Uint8Array<ArrayBuffer>): Promise<string> {
  const expiresAt = new Date(Date.now() + LIFETIME_SECONDS * 1000)
  for (;;) {
    const data = { hash, userCode: newUserCode(), intervalSeconds: INTERVAL_SECONDS, expiresAt, ...device }
    const [made] = await db().deviceCode.createManyAndReturn({ data: [data], skipDuplicates: true })
    if (made) return formatUserCode(made.userCode)
  }
}

/**
 * Begins the device flow (RFC 8628 §3.1): a code to poll with, and one for the user to type within 15 minutes. Throws
 * `invalid_client`, `unauthorized_client`, `invalid_scope`, `invalid_request`, `invalid_target`, `rate_limited`.
 */
export async function requestDeviceCode({ request, address }: Asking): Promise<DeviceCodeResponse> {
  await limitByAddress(REQUESTS, address)
  const device = await parseDevice(request)
  const deviceCode = newToken(DEVICE_CODE_PREFIX)
  await purgeExpiredDeviceCodes()
  const userCode = await store({ ...device, address }, hashToken(deviceCode))
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${issuer()}/device`,
    verification_uri_complete: `${issuer()}/device?user_code=${userCode}`,
    interval: INTERVAL_SECONDS,
    expires_in: LIFETIME_SECONDS,
  }
}
