import { respondOAuth, respondOAuthWithDetail } from '@/lib/oauth/respond-oauth'
import { type Route, route } from '@/lib/platform/route'
import * as contract from './contract'
import { decideDevice } from './decide-device'
import { pollDeviceToken } from './poll-device-token'
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
