import { type Route, route } from '@/lib/platform/route'
import { checkHealth } from './check-health'
import { getHealth } from './contract'

export const healthRoutes: Route[] = [
  route(getHealth, async () => {
    const health = await checkHealth()
    return { status: health.status === 'ok' ? 200 : 503, body: health, headers: { 'cache-control': 'no-store' } }
  }),
]
