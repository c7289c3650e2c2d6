import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { OriginAnswer, OriginRequest, Route } from './handle-request'

const FOLDER = path.resolve('test/fixtures/youtube')

const question = z.object({
  videoId: z.string(),
  context: z.object({ client: z.record(z.string(), z.unknown()) }),
})

/** The requests of a client to the player API. */
export type PlayerQuestion = z.infer<typeof question>

/** The answers of YouTube in a test. Anything that a scenario leaves out is a 404. */
export type YoutubeScenario = {
  player?: (clientName: string, asked: PlayerQuestion) => OriginAnswer
  watch?: (request: OriginRequest) => OriginAnswer
  captions?: (url: URL) => OriginAnswer
}

/** A recorded answer, by its name in test/fixtures/youtube without `.gz`. */
export function youtubeRecording(name: string): string {
  return gunzipSync(readFileSync(path.join(FOLDER, `${name}.gz`))).toString('utf8')
}

/** An answer in JSON, given as text or as what is to be written. */
export function jsonAnswer(body: unknown): OriginAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { headers: { 'content-type': 'application/json; charset=UTF-8' }, body: text }
}

export function pageAnswer(body: string, status = 200): OriginAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function answer(request: OriginRequest, { player, watch, captions }: YoutubeScenario): OriginAnswer | undefined {
  const url = new URL(request.url)
  if (url.pathname === '/youtubei/v1/player' && player) {
    const asked = question.parse(JSON.parse(request.body.toString('utf8')))
    return player(String(asked.context.client.clientName), asked)
  }
  if (url.pathname === '/watch') return watch?.(request)
  return url.pathname === '/api/timedtext' ? captions?.(url) : undefined
}

/**
 * YouTube for `startOrigin`: its route answers for www.youtube.com by the scenario that was played last, of which it has
 * none to begin with.
 */
export function youtubeOrigin(): { route: Route; play: (scenario: YoutubeScenario) => void } {
  let playing: YoutubeScenario = {}
  return {
    route: (request) =>
      request.host === 'www.youtube.com' ? (answer(request, playing) ?? { status: 404, body: '' }) : undefined,
    play: (scenario) => {
      playing = scenario
    },
  }
}
