import { type Route, route } from '@/lib/platform/route'
import * as contract from './contract'
import { resolveLink } from './resolve-link'

export const importRoutes: Route[] = [
  route(contract.resolvePodcast, async ({ body, request }) => ({
    status: 200,
    body: await resolveLink(body.url, request.signal),
  })),
]
