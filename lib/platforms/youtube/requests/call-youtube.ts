import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { type OpenUrlOptions, openUrl, readBody } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { noteAnswer } from '@/lib/sources/answers/noted-answer'
import { isYoutubeHost } from './youtube-host'

const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** An upper bound: the signal of the caller aborts sooner. */
const TOTAL_TIMEOUT_MS = 15_000

export type YoutubeResponse = {
  /** The last address of the redirects. */
  url: URL
  status: number
  headers: Headers
  body: Uint8Array
}

type Question = Pick<OpenUrlOptions, 'method' | 'headers' | 'body' | 'signal'>

/** Problems of the client for user links are translated: youtube.com exists and is public. */
function asYoutubeProblem(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'source_not_found') return new Problem('upstream_timeout', { cause: error })
  const isOdd = error.code === 'file_too_large' || error.code === 'blocked_url' || error.code === 'invalid_url'
  return isOdd ? new Problem('upstream_changed', { cause: error }) : error
}

/** Problems that a status means there as elsewhere. */
const PASSED_ON: readonly ProblemCode[] = ['upstream_blocked', 'upstream_failed', 'upstream_timeout']

/** A status of YouTube's own pages does not describe one video: 404 does not mean deleted, nor 403 private. */
function statusProblem({ url, status, headers }: YoutubeResponse): Problem | null {
  // Suspected robots are sent to a page of Google's.
  if (!isYoutubeHost(url.hostname)) return new Problem('upstream_blocked', { context: { reason: 'captcha' } })
  const problem = responseProblem(status, headers)
  if (problem === null || PASSED_ON.includes(problem.code)) return problem
  const code = [401, 402, 403, 407, 451].includes(status) ? 'upstream_blocked' : 'upstream_changed'
  return new Problem(code, { context: { upstream_status: status } })
}

/**
 * Sends a request to YouTube through its egress and reads the whole response, at most 8 MiB. Throws a Problem:
 * `upstream_blocked` for 429, 403 and a redirect to Google’s page against robots, `upstream_timeout`, `upstream_failed`,
 * `upstream_changed` for any other status and for what is too large; and the signal’s own reason.
 */
export async function callYoutube(address: string, question: Question): Promise<YoutubeResponse> {
  if (!isYoutubeHost(new URL(address).hostname)) throw new Error('Only YouTube is asked this way.')
  try {
    const { url, status, headers, body } = await openUrl(address, {
      ...question,
      dispatcher: egressDispatcher('youtube'),
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const answer = { url, status, headers, body: await readBody({ body }, MAX_ANSWER_BYTES) }
    noteAnswer({ url: url.href, status, contentType: headers.get('content-type'), body: answer.body })
    const problem = statusProblem(answer)
    if (problem !== null) throw problem
    return answer
  } catch (error) {
    throw asYoutubeProblem(error)
  }
}
