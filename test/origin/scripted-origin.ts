import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeEach } from 'vitest'
import type { OriginAnswer } from './handle-request'
import { startOrigin } from './start-origin'
import { trustOrigin } from './trust-origin'

type Scripted = OriginAnswer | ((headers: IncomingHttpHeaders) => OriginAnswer)

/** The whole internet of one test file: each test sets the answers by address, and any other address returns 404. */
export async function useScriptedOrigin() {
  /** By address, without its scheme. */
  const answers = new Map<string, Scripted>()
  const origin = await startOrigin([
    ({ url, headers }) => {
      const answer = answers.get(url.replace(/^https?:\/\//, '')) ?? { status: 404 }
      return typeof answer === 'function' ? answer(headers) : answer
    },
  ])
  trustOrigin(origin)
  afterAll(() => origin.close())
  beforeEach(() => {
    answers.clear()
    origin.requests.length = 0
  })
  return { answers, origin, asked: () => origin.requests.map(({ url }) => url) }
}
