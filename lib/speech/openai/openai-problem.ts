import { retryAfterSeconds } from '@/lib/platform/http/retry-after'
import { Problem } from '@/lib/platform/problem/problem'

/** A refusal by a speech server, as it is reported to the caller. `cause` is for the log only. */
type Refusal = { status: number; retryAfter: string | null; cause: Error }

const REFUSED_FOR_GOOD = [400, 413, 415, 422]

function unavailable(detail: string, { cause, retryAfter }: Refusal): Problem {
  const seconds = retryAfterSeconds(retryAfter)
  return new Problem('transcriber_unavailable', {
    detail,
    cause,
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
  })
}

/**
 * The Problem that an answer other than 200 of a speech server is: `transcriber_unavailable` for what its operator must
 * mend or time will, `transcriber_failed` for this chunk, with `context.retryable` false when it would fail again.
 */
export function openaiProblem(refusal: Refusal): Problem {
  const { status, cause } = refusal
  if (status === 401 || status === 403) {
    return unavailable('The speech server refuses this service. Its operator should check SPEECH_API_KEY.', refusal)
  }
  if (status === 404 || status === 405) {
    return unavailable(
      'The speech server knows no transcription there. Its operator should check SPEECH_API_URL and SPEECH_API_MODEL.',
      refusal,
    )
  }
  if (status === 429 || status === 503) {
    return unavailable('The speech server is busy. Nothing was charged; try again in a minute.', refusal)
  }
  if (REFUSED_FOR_GOOD.includes(status)) {
    return new Problem('transcriber_failed', {
      detail: 'The speech server rejected this recording. Nothing was charged. Send it in another format, or in parts.',
      context: { retryable: false, upstream_status: status },
      cause,
    })
  }
  return new Problem('transcriber_failed', { context: { retryable: true, upstream_status: status }, cause })
}
