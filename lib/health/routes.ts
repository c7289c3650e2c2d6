import { type Route, route } from '@/lib/core/operations/route'
import { checkHealth, isReady } from './check-health'
import { getHealth, getReadiness } from './contract'
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

  route(getReadiness, async () => {
    const ready = await isReady()
    return {
      status: ready ? 200 : 503,
      body: { status: ready ? ('ready' as const) : ('unavailable' as const) },
      headers: { 'cache-control': 'no-store' },
    }
  }),

  route(statusContract.getStatus, async () => ({ status: 200, body: await getStatus() })),
]
