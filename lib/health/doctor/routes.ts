import { type Route, route } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import { listKeptAnswers } from '@/lib/sources/answers/answer-ring'
import { checkMachine } from './check-machine'
import * as contract from './contract'
import { listAnswerViews } from './list-answer-views'
import { checkPlatforms } from './live/check-platforms'

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
