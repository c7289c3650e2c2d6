import { expect, test } from 'vitest'
import { suggestSpellings } from './suggest-spellings'

const segments = ['The marmit met Anna.', 'Anna saw a Marmit; the marmits slept.'].map((text, index) => ({
  startMs: index * 1000,
  endMs: index * 1000 + 900,
  text,
}))

test('spellings that differ from the vocabulary are counted with their first place', () => {
  const spellings = [
    { from: 'marmit', to: 'marmot' },
    { from: 'anna', to: 'Anna' },
    { from: 'saw', to: 'seen' },
    { from: null, to: 'snow' },
  ]
  expect(suggestSpellings(segments, spellings)).toEqual([
    { find: 'marmit', replace: 'marmot', count: 2, startMs: 0 },
    { find: 'saw', replace: 'seen', count: 1, startMs: 1000 },
  ])
})

test('the first of equal spellings is suggested, regardless of case', () => {
  const spellings = ['marmot', 'groundhog'].map((to, index) => ({ from: index === 0 ? 'marmit' : 'Marmit', to }))
  expect(suggestSpellings(segments, spellings)).toMatchObject([{ replace: 'marmot', count: 2 }])
})
