import { ApiError } from '@/lib/api/client'

/** What to show of an error that was caught: the server's own words, or that something broke in the page. */
export function problemOf(error: unknown): Pick<ApiError['problem'], 'code' | 'detail' | 'request_id' | 'retryable'> {
  if (error instanceof ApiError) return error.problem
  const detail = 'Something broke in this page. Try again; if it stays, reload the page.'
  return { code: 'internal_error', detail, request_id: null, retryable: true }
}
