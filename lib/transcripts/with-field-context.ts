import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'

/** Runs `work` and adds the request's field and its value, without the credentials of a link, to a 422 that it throws. */
export async function withFieldContext<T>(field: string, input: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    throw new Problem(error.code, {
      detail: error.message,
      context: { ...error.context, field, input: withoutCredentials(input) },
      cause: error.cause,
    })
  }
}

/** Runs `work` on the caption upload of a request, and names it in a problem: the request has two files. */
export async function withCaptionsContext<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Problem(error.code, {
      detail: `captions: ${error.message}`,
      context: { ...error.context, field: 'captions' },
      cause: error.cause,
    })
  }
}
