import { retryAfterSeconds } from '@/lib/core/http/retry-after'
import { Problem } from '@/lib/core/problem/problem'

/** Statuses of a server that waited for the request too long, and of one that fails for now. */
const LATE = new Set([408, 425])
const UNAVAILABLE = new Set([502, 503, 504, 520, 521, 522, 523, 524])

function retryAfter(headers: Headers): { retryAfterSeconds?: number } {
  const seconds = retryAfterSeconds(headers.get('retry-after'))
  return seconds === null ? {} : { retryAfterSeconds: seconds }
}

function forbidden(headers: Headers): Problem {
  if (headers.get('cf-mitigated') === 'challenge') return new Problem('upstream_blocked', retryAfter(headers))
  return new Problem('source_login_required', {
    detail:
      'The source does not give this to everyone: it may want a sign-in, or the link has expired. Upload the file instead.',
  })
}

function unauthorised(headers: Headers, hadCredentials: boolean): Problem {
  if (hadCredentials) {
    return new Problem('source_login_required', {
      detail: 'The user name or the password of this feed is not accepted. Enter the feed again with the right ones.',
    })
  }
  if (!/^basic\b/i.test(headers.get('www-authenticate') ?? '')) return new Problem('source_login_required')
  return new Problem('source_login_required', {
    detail:
      'The source asks for a user name and a password. Import or watch the feed of the recording with both in its link, or upload the file.',
  })
}

function unexpected(status: number): Problem {
  return new Problem('upstream_changed', {
    detail: `The source returned HTTP status ${status}. Check the link, try again later, or upload the file.`,
    context: { upstream_status: status },
  })
}

/**
 * The problem of a direct link's HTTP status for the user; null when the answer can be read (2xx, and 304
 * to a conditional request). `hadCredentials`: the server was shown those of the link.
 */
export function responseProblem(status: number, headers: Headers, hadCredentials = false): Problem | null {
  if ((status >= 200 && status < 300) || status === 304) return null
  if (status === 404 || status === 410) return new Problem('source_not_found')
  if (status === 401) return unauthorised(headers, hadCredentials)
  if (status === 402 || status === 407) return new Problem('source_login_required')
  if (status === 403) return forbidden(headers)
  if (status === 429) return new Problem('upstream_blocked', retryAfter(headers))
  if (status === 451) return new Problem('source_geo_blocked')
  if (LATE.has(status)) return new Problem('upstream_timeout', retryAfter(headers))
  if (UNAVAILABLE.has(status))
    return new Problem('upstream_failed', { context: { upstream_status: status }, ...retryAfter(headers) })
  return unexpected(status)
}
