import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { endSession } from './end-session'
import { listSessions } from './list-sessions'

export const sessionRoutes: Route[] = [
  route(contract.listSessions, async ({ actor }) => ({ status: 200, body: { sessions: await listSessions(actor) } })),
  route(contract.endSession, async ({ actor, params }) => {
    await endSession(actor, params.session_id)
    return { status: 200, body: { ended: true } }
  }),
]
