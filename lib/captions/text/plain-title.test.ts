import { expect, test } from 'vitest'
import { plainTitle } from './plain-title'

test.each([
  ['gnp.\u202Eexe', 'gnp. exe'],
  ['\u2066hidden\u2069 \u0000and\nwide   apart', 'hidden and wide apart'],
  [' \u200E ', ''],
  ['שלום עולם', 'שלום עולם'],
  ['x'.repeat(400), `${'x'.repeat(299)}…`],
])('%j is shown as %j', (title, plain) => {
  expect(plainTitle(title)).toBe(plain)
})
