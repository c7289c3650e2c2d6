import { expect, test } from 'vitest'
import { cleanName } from './clean-name'

test.each([
  ['Claude', 'Claude'],
  ['  A \n\t b  ', 'A b'],
  ['\u202eedualC', 'edualC'],
  ['a\u0000\u200b\u2066b\ud800', 'ab'],
  ['', null],
  [' \u200b ', null],
  [null, null],
  ['😀'.repeat(200), '😀'.repeat(80)],
])('the name %j is shown as %j', (given, shown) => expect(cleanName(given)).toBe(shown))
