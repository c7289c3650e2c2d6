import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { findMe } from './find-me'

export const meRoutes: Route[] = [
  route(contract.getMe, async ({ actor }) => ({ status: 200, body: await findMe(actor) })),
]
