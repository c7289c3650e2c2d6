import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { findUsageHistory, renderUsageCsv } from './find-usage-history'

export const usageRoutes: Route[] = [
  route(contract.readUsageHistory, async ({ actor, query }) => {
    const history = await findUsageHistory(actor, query)
    if (query.format === 'json') return { status: 200, body: history }
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${history.from}-${history.to}.csv"`,
      'cache-control': 'private, no-store',
    }
    return new Response(renderUsageCsv(history), { headers })
  }),
]
