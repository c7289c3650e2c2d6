import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '../env'
import { seal, sealRepeatably, unseal } from './seal'

beforeEach(() => void setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_SECRET: 'one secret' }))

test('a sealed text is read again, by its owner and for its purpose alone', () => {
  const sealed = seal('webhook', 'a', 'whsec_äöü')
  expect(unseal('webhook', 'a', sealed)).toBe('whsec_äöü')
  expect(() => unseal('webhook', 'b', sealed)).toThrow()
  expect(() => unseal('other', 'a', sealed)).toThrow()
})

test('the same text never looks the same, and is nowhere in the bytes', () => {
  const [one, other] = [seal('webhook', 'a', 'secret'), seal('webhook', 'a', 'secret')]
  expect(one).not.toEqual(other)
  expect(Buffer.from(one).includes('secret')).toBe(false)
})

test('a repeatably sealed text looks the same for the same owner and text alone, and is read like the rest', () => {
  const sealed = sealRepeatably('link', 'a', 'secret')
  expect(sealRepeatably('link', 'a', 'secret')).toEqual(sealed)
  const nonces = [
    sealed,
    sealRepeatably('link', 'a', 'secre'),
    sealRepeatably('link', 'as', 'ecret'),
    sealRepeatably('links', 'a', 'secret'),
  ].map((bytes) => Buffer.from(bytes.slice(0, 12)).toString('hex'))
  expect(new Set(nonces).size).toBe(4)
  expect(unseal('link', 'a', sealed)).toBe('secret')
  expect(() => unseal('link', 'b', sealed)).toThrow()
  expect(() =>
    unseal(
      'link',
      'a',
      sealed.map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
    ),
  ).toThrow()
})

test('changed or cut bytes, and another server secret, give nothing', () => {
  const sealed = seal('webhook', 'a', 'secret')
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte))
    expect(() => unseal('webhook', 'a', changed)).toThrow()
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal('webhook', 'a', sealed.slice(0, length))).toThrow()
  }
  setEnv({ VERBATIM_SECRET: 'another secret' })
  expect(() => unseal('webhook', 'a', sealed)).toThrow()
})
