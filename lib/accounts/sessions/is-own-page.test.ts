import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { isOwnPage } from './is-own-page'

beforeEach(() => setEnv({ BASE_URL: 'https://verbatim.example/' }))
afterEach(() => setEnv({ BASE_URL: '' }))

const OURS = 'https://verbatim.example'

test.each([
  ['GET', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, true],
  ['GET', { 'sec-fetch-site': 'same-site' }, false],
  ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: OURS }, false],
  ['POST', { origin: OURS }, true],
  ['GET', { origin: OURS }, true],
  ['GET', {}, true],
  ['HEAD', {}, true],
  ['POST', {}, false],
  ['DELETE', {}, false],
  ['OPTIONS', {}, false],
  ['GET', { origin: 'https://evil.example' }, false],
  ['POST', { origin: 'null' }, false],
  ['POST', { origin: 'http://verbatim.example' }, false],
] as const)('%s with %j: %s', (method, headers, expected) => {
  expect(isOwnPage(method, new Headers(headers))).toBe(expected)
})
