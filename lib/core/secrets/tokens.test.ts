import { expect, test } from 'vitest'
import { isWellFormedToken, newToken } from './tokens'

test('a token has its prefix, 32 characters and a checksum, and every changed character shows', () => {
  const token = newToken('vbt_')
  expect(token).toMatch(/^vbt_[0-9A-Za-z]{38}$/)
  expect(isWellFormedToken(token, 'vbt_')).toBe(true)
  for (let i = 4; i < token.length; i++) {
    const changed = token.slice(0, i) + (token[i] === 'a' ? 'b' : 'a') + token.slice(i + 1)
    expect(isWellFormedToken(changed, 'vbt_')).toBe(false)
  }
  expect(isWellFormedToken(token, 'vba_')).toBe(false)
  expect(isWellFormedToken(`${token}0`, 'vbt_')).toBe(false)
})

test('tokens differ', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newToken('vbt_'))).size).toBe(1000)
})
