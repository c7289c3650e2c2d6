import { words } from '@/components/words'
import type { ApiError } from '@/lib/api/client'

/**
 * Compared by its name: importing the class would load the whole client into pages that have not called anything yet.
 */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

/** The words for a caught error: the server's own, or that something broke in the page. */
export function problemOf(
  error: unknown,
): Pick<ApiError['problem'], 'code' | 'status' | 'detail' | 'request_id' | 'retryable' | 'retry_after' | 'context'> {
  if (isApiError(error)) return error.problem
  return {
    code: 'internal_error',
    status: 500,
    detail: words.brokeHere,
    request_id: null,
    retryable: true,
    retry_after: null,
    context: {},
  }
}
