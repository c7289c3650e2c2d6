import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PAGE_CHARACTERS } from '@/lib/captions/layout/pages'
import type { Transcript } from '@/lib/captions/transcript'
import { parseCursor } from './transcript-cursor'
import { type TranscriptPage, toTranscriptPage } from './transcript-page'

const FACTS: Transcript = {
  id: '01997c7e-2b1f-7000-8000-000000000000',
  video_id: 'v',
  platform: 'youtube',
  source: 'captions',
  engine: null,
  url: 'https://www.youtube.com/watch?v=v',
  title: null,
  author: null,
  thumbnail_url: null,
  published_at: null,
  lang: 'en',
  requested_lang: 'en',
  available_langs: [],
  duration_seconds: 1,
  total_seconds: 1,
  complete: true,
  format: 'json',
  warnings: [],
  cached: false,
  created_at: '2026-01-01T00:00:00.000Z',
}

function pagesOf(transcript: Transcript): TranscriptPage[] {
  const pages = [toTranscriptPage(transcript, 0)]
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
    pages.push(toTranscriptPage(transcript, parseCursor(cursor).offset))
  }
  return pages
}

const text = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 6000 }))
  .map(([unit, times]) => unit.toWellFormed().repeat(times).slice(0, 60_000).toWellFormed())

test('segments on pages are all segments, of any text and length', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const segments = texts.map((said, n) => ({ start: n, end: n + 1, duration: 1, text: said }))
      const pages = pagesOf({ ...FACTS, text: texts.join(' '), segments })
      for (const page of pages) {
        expect(JSON.stringify(page.segments).length).toBeLessThanOrEqual(MAX_PAGE_CHARACTERS + 2)
        expect(JSON.stringify(page.segments)).not.toMatch(/\\ud[89a-f]/)
      }
      const said = pages.flatMap((page) => page.segments ?? [])
      for (const [n, whole] of texts.entries()) {
        const parts = said.filter(({ start }) => start === n)
        expect(parts.map((part) => part.text).join('')).toBe(whole)
      }
      expect(said.map(({ start }) => start)).toEqual(said.map(({ start }) => start).toSorted((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})

test('a transcript without a word has one page, and nothing on it', () => {
  expect(pagesOf({ ...FACTS, text: '', segments: [] })).toMatchObject([{ segments: [], next_cursor: null }])
  expect(pagesOf({ ...FACTS, format: 'text', content: '' })).toMatchObject([{ content: '', next_cursor: null }])
})
