import { type Route, route } from '@/lib/platform/operations/route'
import * as contract from './contract'
import { setEmailWhenDone, wantNotice } from './want-notice'

export const noticeRoutes: Route[] = [
  route(contract.setNotices, async ({ actor, body }) => {
    await setEmailWhenDone(actor, body.email_when_done)
    return { status: 200, body }
  }),
  route(contract.wantNotice, async ({ actor, params, body }) => ({
    status: 200,
    body: { email: await wantNotice(actor, params.id, body.email) },
  })),
]
