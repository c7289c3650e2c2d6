import { type Route, route } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import { listKeptAnswers } from '@/lib/sources/answers/answer-ring'
import { checkHealth, isReady } from './check-health'
import { getHealth, getReadiness } from './contract'
import { checkMachine } from './doctor/check-machine'
import * as contract from './doctor/contract'
import { listAnswerViews } from './doctor/list-answer-views'
import { checkPlatforms } from './doctor/live/check-platforms'
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

export const doctorRoutes: Route[] = [
  route(contract.checkMachine, async () => ({ status: 200, body: { checks: await checkMachine() } })),

  route(contract.checkPlatforms, async ({ body, request }) => ({
    status: 200,
    body: await checkPlatforms({ probes: body.probes, signal: request.signal }),
  })),

  route(contract.listKeptAnswers, async () => ({
    status: 200,
    body: { answers: await listAnswerViews() },
  })),

  route(contract.readKeptAnswer, async ({ params }) => {
    const answer = (await listKeptAnswers()).find(({ name }) => name === params.name)
    if (!answer) throw new Problem('not_found')
    return { status: 200, body: answer }
  }),
]
