import { type Route, route } from '@/lib/core/operations/route'
import { checkHealth } from './check-health'
import { getHealth } from './contract'
import { getStatus } from './get-status'
import * as statusContract from './status-contract'

export const healthRoutes: Route[] = [
  route(getHealth, async () => {
    const health = await checkHealth()
    // A degraded service still serves requests, so a load balancer must not remove it.
    return {
      status: health.status === 'unavailable' ? 503 : 200,
      body: health,
      headers: { 'cache-control': 'no-store' },
    }
  }),

  route(statusContract.getStatus, async () => ({ status: 200, body: await getStatus() })),
]
