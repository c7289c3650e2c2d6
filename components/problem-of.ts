import type { ApiError } from '@/lib/api/client'
import { words } from './words'

/** Told by its name: the class would bring the whole client to pages which have yet to ask for anything. */
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

/** What to show of an error that was caught: the server's own words, or that something broke in the page. */
export function problemOf(
  error: unknown,
): Pick<ApiError['problem'], 'code' | 'detail' | 'request_id' | 'retryable' | 'context'> {
  if (isApiError(error)) return error.problem
  return { code: 'internal_error', detail: words.brokeHere, request_id: null, retryable: true, context: {} }
}
