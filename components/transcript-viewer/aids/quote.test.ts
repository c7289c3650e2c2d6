import { expect, test } from 'vitest'
import { addressAt, formatQuote } from './quote'

const PAGE = 'https://verbatim.example/transcripts/42?download=srt#top'

test('the address of a time keeps nothing else of the page’s query', () => {
  expect(addressAt(PAGE, 62.9)).toBe('https://verbatim.example/transcripts/42?t=62')
})

test('a quote has its words, the recording with the times, and a link that leads to it', () => {
  const quote = { text: 'Ask not what your country can do for you.', start: 62.2, end: 3_701 }
  expect(formatQuote(quote, { title: 'A speech', page: PAGE })).toBe(
    '“Ask not what your country can do for you.”\nA speech, 1:02–1:01:41\nhttps://verbatim.example/transcripts/42?t=62.2-3701',
  )
})

test('a quote that begins and ends in the same second has one time', () => {
  expect(formatQuote({ text: 'Yes.', start: 4, end: 4.4 }, { title: 'T', page: PAGE })).toContain('\nT, 0:04\n')
})
