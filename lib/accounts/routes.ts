import { type Route, route } from '@/lib/platform/route'
import * as contract from './contract'
import { ensureApiKey } from './ensure-api-key'
import { getApiKey } from './get-api-key'
import { regenerateApiKey } from './regenerate-api-key'

export const accountRoutes: Route[] = [
  route(contract.getApiKey, async ({ actor }) => ({ status: 200, body: await getApiKey(actor) })),
  route(contract.ensureApiKey, async ({ actor }) => ({ status: 200, body: await ensureApiKey(actor) })),
  route(contract.regenerateApiKey, async ({ actor }) => ({ status: 200, body: await regenerateApiKey(actor) })),
]
