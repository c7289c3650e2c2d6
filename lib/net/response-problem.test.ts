import { describe, expect, it } from 'vitest'
import { problemRow } from '@/lib/core/problem/problem-table'
import { responseProblem } from './response-problem'

describe('responseProblem', () => {
  it.each([200, 204, 206, 304])('has nothing against %i', (status) => {
    expect(responseProblem(status, new Headers())).toBeNull()
  })

  it.each([
    [302, 'upstream_changed', true],
    [400, 'upstream_changed', true],
    [401, 'source_login_required', false],
    [402, 'source_login_required', false],
    [403, 'source_login_required', false],
    [404, 'source_not_found', false],
    [407, 'source_login_required', false],
    [408, 'upstream_timeout', true],
    [410, 'source_not_found', false],
    [416, 'upstream_changed', true],
    [429, 'upstream_blocked', true],
    [451, 'source_geo_blocked', false],
    [500, 'upstream_changed', true],
    [503, 'upstream_failed', true],
    [504, 'upstream_failed', true],
  ] as const)('reads %i as %s', (status, code, retryable) => {
    expect(responseProblem(status, new Headers())?.code).toBe(code)
    expect(problemRow(code).retryable).toBe(retryable)
  })

  it('distinguishes missing credentials from wrong ones', () => {
    const basic = new Headers({ 'www-authenticate': 'Basic realm="feeds"' })
    expect(responseProblem(401, basic)).toMatchObject({
      code: 'source_login_required',
      message: expect.stringContaining('Import or watch the feed'),
    })
    expect(responseProblem(401, basic, true)).toMatchObject({
      code: 'source_login_required',
      message: expect.stringContaining('is not accepted'),
    })
    expect(responseProblem(401, new Headers({ 'www-authenticate': 'Bearer' }))?.message).toContain('signing in')
  })

  it('sees a bot check behind a 403', () => {
    expect(responseProblem(403, new Headers({ 'cf-mitigated': 'challenge' }))?.code).toBe('upstream_blocked')
  })

  it.each([
    ['120', 120],
    ['0', 1],
    ['99999999', 86_400],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 1],
    ['Wed, 21 Oct 2991 07:28:00 GMT', 86_400],
    ['soon', 300],
    ['', 300],
  ])('reads Retry-After %j', (value, seconds) => {
    expect(responseProblem(429, new Headers({ 'retry-after': value }))?.retryAfterSeconds).toBe(seconds)
  })
})
