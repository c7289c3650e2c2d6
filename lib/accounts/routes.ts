import { type Route, route } from '@/lib/core/operations/route'
import * as keys from './api-keys/contract'
import { ensureApiKey, getApiKey, regenerateApiKey } from './api-keys/default-key'
import { createKey, deleteKey, listKeys, listUses } from './api-keys/named-keys'
import * as contract from './contract'
import { getMe } from './me/contract'
import { findMe } from './me/find-me'
import * as sessions from './sessions/contract'
import { endSession } from './sessions/end-session'
import { listSessions } from './sessions/list-sessions'

export const accountRoutes: Route[] = [
  route(getMe, async ({ actor }) => ({ status: 200, body: await findMe(actor) })),
  route(contract.getApiKey, async ({ actor }) => ({ status: 200, body: await getApiKey(actor) })),
  route(contract.ensureApiKey, async ({ actor }) => ({ status: 200, body: await ensureApiKey(actor) })),
  route(contract.regenerateApiKey, async ({ actor, query }) => ({
    status: 200,
    body: await regenerateApiKey(actor, { deleteNamed: query.delete_named_keys }),
  })),
  route(keys.listApiKeys, async ({ actor }) => ({ status: 200, body: { keys: await listKeys(actor) } })),
  route(keys.createApiKey, async ({ actor, body }) => ({ status: 201, body: await createKey(actor, body) })),
  route(keys.listApiKeyUses, async ({ actor, query }) => ({
    status: 200,
    body: { uses: await listUses(actor, query.days) },
  })),
  route(keys.deleteApiKey, async ({ actor, params }) => {
    await deleteKey(actor, params.key_id)
    return { status: 200, body: { deleted: true } }
  }),
]

export const sessionRoutes: Route[] = [
  route(sessions.listSessions, async ({ actor }) => ({ status: 200, body: { sessions: await listSessions(actor) } })),
  route(sessions.endSession, async ({ actor, params }) => {
    await endSession(actor, params.session_id)
    return { status: 200, body: { ended: true } }
  }),
]
