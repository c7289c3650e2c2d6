import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { setEndNotice, updateNotices } from './notice-settings'

export const noticeRoutes: Route[] = [
  route(contract.updateNoticeSettings, async ({ actor, body }) => {
    await updateNotices(actor, { emailWhenDone: body.email_when_done, watchMail: body.watches })
    return { status: 200, body }
  }),
  route(contract.setEndNotice, async ({ actor, params, body }) => ({
    status: 200,
    body: { email: await setEndNotice(actor, params.id, body.email) },
  })),
]
