import { expect, test } from 'vitest'
import { parseEmail, parseVerifiedEmail } from './parse-email'

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada.Lovelace+verbatim@Example.COM ', 'ada.lovelace+verbatim@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['jürgen@müller.example', 'jürgen@müller.example'],
  ['a@b.co', 'a@b.co'],
])('%j is %j', (text, email) => {
  expect(parseEmail(text)).toBe(email)
})

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.com',
  'you@localhost',
  'ada@example.com,eve@example.com',
  'ada@example.com eve@example.com',
  'ada@@example.com',
  '"ada"@example.com',
  'Ada <ada@example.com>',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com\u0000',
  'ada\u202e@example.com',
  'ada@[127.0.0.1]',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(190)}.${'c'.repeat(63)}`,
])('%j is none', (text) => {
  expect(parseEmail(text)).toBeNull()
})

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['mar\u212A@example.com', 'mar\u212A@example.com'],
  ['vic\uFB01n@example.com', 'vic\uFB01n@example.com'],
  ['ａｄａ@example.com', 'ａｄａ@example.com'],
  ['ada@example.com ', null],
])('the verified address %j is %j and no other account', (text, email) => {
  expect(parseVerifiedEmail(text)).toBe(email)
})
