import { type Route, route } from '@/lib/core/operations/route'
import { respondOAuth, respondOAuthWithDetail } from '@/lib/oauth/oauth-error'
import * as contract from './contract'
import { decideDevice } from './decide-device'
import { pollDeviceToken } from './poll-device'
import { requestDeviceCode } from './request-device-code'

export const deviceRoutes: Route[] = [
  route(contract.requestDeviceCode, (call) => respondOAuth(() => requestDeviceCode(call))),
  route(contract.pollDeviceToken, ({ body }) => respondOAuthWithDetail(() => pollDeviceToken(body.device_code))),
  route(contract.approveDevice, async ({ actor, body }) => ({
    status: 200,
    body: {
      approved: await decideDevice(actor, { userCode: body.user_code, approve: body.decision === 'approve' }),
    },
  })),
]
