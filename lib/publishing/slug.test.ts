import { expect, test } from 'vitest'
import { isSlug, makeSlug } from './slug'

test.each([
  ['Ça, c’est Paris!', /^ca-c-est-paris-[a-z2-7]{6}$/],
  ['../../etc/passwd?x=<script>', /^etc-passwd-x-script-[a-z2-7]{6}$/],
  ['日本語だけ', /^transcript-[a-z2-7]{6}$/],
  [null, /^transcript-[a-z2-7]{6}$/],
  ['word '.repeat(100), /^(?:word-){12}[a-z2-7]{6}$/],
  ['W'.repeat(300), /^w{60}-[a-z2-7]{6}$/],
])('%s', (title, pattern) => {
  const slug = makeSlug(title)
  expect(slug).toMatch(pattern)
  expect(isSlug(slug)).toBe(true)
})

test('two of one title differ', () => {
  expect(makeSlug('One')).not.toBe(makeSlug('One'))
})
