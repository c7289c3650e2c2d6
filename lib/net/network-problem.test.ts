import { expect, it } from 'vitest'
import { Problem } from '@/lib/core/problem/problem'
import { networkProblem } from './network-problem'

it.each([
  ['ENOTFOUND', 'source_not_found'],
  ['EAI_AGAIN', 'upstream_timeout'],
  ['ECONNREFUSED', 'upstream_timeout'],
  ['ECONNRESET', 'upstream_timeout'],
  ['EHOSTUNREACH', 'upstream_timeout'],
  ['ENETUNREACH', 'upstream_timeout'],
  ['ETIMEDOUT', 'upstream_timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'upstream_timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'upstream_timeout'],
  ['UND_ERR_SOCKET', 'upstream_timeout'],
  ['CERT_HAS_EXPIRED', 'upstream_changed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'upstream_changed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'upstream_changed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'upstream_changed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'upstream_changed'],
  ['UND_ERR_HEADERS_OVERFLOW', 'upstream_changed'],
  ['Z_DATA_ERROR', 'upstream_changed'],
])('reads %s as %s, and keeps it for the log', (code, expected) => {
  const error = Object.assign(new Error(code), { code })
  expect(networkProblem(error)).toMatchObject({ code: expected, cause: error })
})

it('keeps a Problem, and leaves what is no network failure alone', () => {
  const problem = new Problem('blocked_url')
  expect(networkProblem(problem)).toBe(problem)
  expect(networkProblem(new TypeError('a mistake'))).toBeNull()
  expect(networkProblem(new DOMException('aborted', 'AbortError'))).toBeNull()
  expect(networkProblem(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toBeNull()
  expect(networkProblem('a string')).toBeNull()
})
