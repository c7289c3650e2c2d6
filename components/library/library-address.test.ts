import { expect, test } from 'vitest'
import { libraryQuerySchema } from '@/lib/library/contract'
import { isNarrowed, libraryAddress, PAGE_SIZE } from './library-address'

const all = { ...libraryQuerySchema.parse({}), limit: PAGE_SIZE }

test('the whole list has the plain address', () => {
  expect(libraryAddress(all)).toBe('/transcripts')
  expect(isNarrowed(all)).toBe(false)
})

test('a filter is added to what is there, from the first page', () => {
  const second = { ...all, state: 'done' as const, offset: 50 }
  expect(libraryAddress(second, { platform: 'youtube' })).toBe('/transcripts?platform=youtube&state=done')
  expect(libraryAddress(second, { offset: 100 })).toBe('/transcripts?offset=100&state=done')
  expect(libraryAddress(second, { state: null })).toBe('/transcripts')
})

test.each([{ lang: 'en' }, { source: 'captions' }, { created_after: '2026-11-01' }, { created_before: '2026-11-01' }])(
  '%j narrows the list and is kept in its address',
  (filter) => {
    const query = libraryQuerySchema.parse({ ...filter, limit: PAGE_SIZE })
    expect(isNarrowed(query)).toBe(true)
    expect(libraryAddress(query, { sort: 'title' })).toBe(`/transcripts?sort=title&${new URLSearchParams(filter)}`)
  },
)

test('a search is written so that it reads back', () => {
  const address = libraryAddress(all, { search: 'wool & "price" ü' })
  expect(new URL(address, 'http://a').searchParams.get('search')).toBe('wool & "price" ü')
})
