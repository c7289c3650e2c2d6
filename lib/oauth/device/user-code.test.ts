import { expect, test } from 'vitest'
import { formatUserCode, newUserCode, parseUserCode } from './user-code'

test('a user code has eight letters that are no vowels, in two groups', () => {
  for (let n = 0; n < 200; n++) {
    const code = newUserCode()
    expect(formatUserCode(code)).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(parseUserCode(formatUserCode(code).toLowerCase())).toBe(code)
  }
})

test('a code is read however it is typed', () => {
  for (const typed of ['BDWP-HQPK', 'bdwphqpk', ' bdwp hqpk\n', 'B-D-W-P-H-Q-P-K', 'bdwp–hqpk', 'BDWP_HQPK']) {
    expect(parseUserCode(typed)).toBe('BDWPHQPK')
  }
})

test('an input that can’t be a code is none', () => {
  for (const typed of [
    '',
    'BDWP',
    'BDWP-HQPKK',
    'AEIO-UAEI',
    'BDWP-HQP1',
    'BDWPHQP\u0000',
    'ＢＤＷＰＨＱＰＫ',
    '-'.repeat(90_000),
  ]) {
    expect(parseUserCode(typed)).toBeNull()
  }
})
