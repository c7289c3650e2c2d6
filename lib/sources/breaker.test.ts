import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/platform/env'
import { clearSingleton } from '@/lib/platform/singleton'
import { checkBreaker, countBlock } from './breaker'

beforeEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000' })
  clearSingleton('breakers')
})

const blockTimes = (times: number, atMs: number) => {
  for (let count = 0; count < times; count++) countBlock('youtube', atMs)
}

test('five blocks within a minute open the circuit for five minutes, and the error says for how long', () => {
  blockTimes(4, 1_000)
  checkBreaker('youtube', 1_000)
  countBlock('youtube', 60_000)
  expect(() => checkBreaker('youtube', 61_000)).toThrowError(
    expect.objectContaining({ code: 'upstream_blocked', retryAfterSeconds: 299 }),
  )
  checkBreaker('youtube', 360_000)
})

test('blocks far apart close nothing', () => {
  for (let minute = 0; minute < 20; minute++) countBlock('youtube', minute * 20_000)
  checkBreaker('youtube', 400_000)
})

test('another platform and another egress proxy are not affected', () => {
  blockTimes(5, 1_000)
  checkBreaker('vimeo', 2_000)
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: 'http://127.0.0.1:9' })
  checkBreaker('youtube', 2_000)
  setEnv({ EGRESS_PROXY_URL_YOUTUBE: '' })
  expect(() => checkBreaker('youtube', 2_000)).toThrow()
})
