import { retryAfterSeconds } from '@/lib/core/http/retry-after'
import { Problem } from '@/lib/core/problem/problem'
import { serverReason, whatServerAnswered } from '../server-reason'
import { type Answer, quoteAnswer } from './call-server'

type Setting = 'SPEECH_API_URL' | 'SPEECH_API_KEY' | 'SPEECH_API_MODEL'

type Misconfiguration = { setting: Setting; detail: string }

const NO_TRANSCRIPTION: Misconfiguration = {
  setting: 'SPEECH_API_URL',
  detail:
    'The speech server offers no transcription at this address. Its operator should check SPEECH_API_URL and SPEECH_API_MODEL.',
}
const UNKNOWN_MODEL: Misconfiguration = {
  setting: 'SPEECH_API_MODEL',
  detail: "The speech server doesn't have the model of this service. Its operator should check SPEECH_API_MODEL.",
}
const KEY_REFUSED: Misconfiguration = {
  setting: 'SPEECH_API_KEY',
  detail: 'The speech server refuses this service. Its operator should check SPEECH_API_KEY.',
}
const NO_FUNDS: Misconfiguration = {
  setting: 'SPEECH_API_KEY',
  detail: "This service's account with the speech server has no funds left. Its operator should top it up.",
}

const MODEL_IS_UNKNOWN =
  /"model_not_found"|\b(?:unknown|invalid|unsupported|no such) model\b|\bmodel\b[^"]{0,120}\b(?:not found|not exist|unknown|not (?:available|supported|loaded|installed))\b/i

function misconfigurationOf({ status, body }: Answer): Misconfiguration | null {
  if (status === 402 || (status === 429 && body.includes('"insufficient_quota"'))) return NO_FUNDS
  if (status === 401 || status === 403) return KEY_REFUSED
  if ([400, 404, 422].includes(status) && MODEL_IS_UNKNOWN.test(body)) return UNKNOWN_MODEL
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) return NO_TRANSCRIPTION
  return null
}

/**
 * The Problem of an answer other than 200 of a speech server: `transcriber_unavailable` for what its operator corrects
 * or time does, `transcriber_failed` for this chunk. `context.retryable` is true only where time may help: 408, 429 and
 * the statuses from 500. What the server answered is in the message, without secrets.
 */
export function openaiProblem(answer: Answer, secrets: readonly (string | undefined)[]): Problem {
  const { status } = answer
  const cause = quoteAnswer(answer, secrets)
  const answered = whatServerAnswered(status, serverReason(answer.body, secrets))
  const final = { retryable: false, upstream_status: status }
  const misconfiguration = misconfigurationOf(answer)
  if (misconfiguration) {
    const { detail, setting } = misconfiguration
    return new Problem('transcriber_unavailable', {
      detail: `${detail} ${answered}`,
      context: { ...final, setting },
      cause,
    })
  }
  if (status === 429 || status === 503) {
    const seconds = retryAfterSeconds(answer.retryAfter)
    return new Problem('transcriber_unavailable', {
      detail: 'The speech server is busy. Nothing was charged; try again in a minute.',
      cause,
      ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
    })
  }
  if (status === 408 || status >= 500) {
    const context = { retryable: true, upstream_status: status }
    const detail = `The speech server failed on this recording with status ${status}. Nothing was charged. Try again.`
    return new Problem('transcriber_failed', { detail, context, cause })
  }
  return new Problem('transcriber_failed', {
    detail: `The speech server rejected this recording. Nothing was charged. Send it in another format, or in parts. ${answered}`,
    context: final,
    cause,
  })
}
