import { beforeEach, expect, test } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { Problem } from '@/lib/core/problem/problem'
import { failingExtractorsLast, noteOutcome } from './extractor-failures'

beforeEach(() => clearSingleton('extractor failures'))

const EXTRACTORS = ['player', 'page', 'yt-dlp'].map((name) => ({ name }))
const order = (nowMs: number) => failingExtractorsLast(EXTRACTORS, 'youtube', nowMs).map(({ name }) => name)
const changed = new Problem('upstream_changed')

function fail(name: string, times: number, nowMs: number) {
  for (let count = 0; count < times; count++) noteOutcome('youtube', name, changed, nowMs)
}

test('an extractor that failed three times in a row is tried last for a minute', () => {
  fail('player', 2, 0)
  expect(order(0)).toEqual(['player', 'page', 'yt-dlp'])
  fail('player', 1, 0)
  expect(order(0)).toEqual(['page', 'yt-dlp', 'player'])
  expect(order(59_999)).toEqual(['page', 'yt-dlp', 'player'])
  expect(order(60_000)).toEqual(['player', 'page', 'yt-dlp'])
})

test('each further failure doubles the time, up to half an hour', () => {
  fail('player', 4, 0)
  expect(order(119_999)).toEqual(['page', 'yt-dlp', 'player'])
  expect(order(120_000)).toEqual(['player', 'page', 'yt-dlp'])
  fail('player', 10_000, 0)
  expect(order(1_799_999)).toEqual(['page', 'yt-dlp', 'player'])
  expect(order(1_800_000)).toEqual(['player', 'page', 'yt-dlp'])
})

test('a recording that is read, or a fact about it, ends the failures of an extractor', () => {
  for (const worked of [null, new Problem('source_private'), new Problem('source_not_found')]) {
    fail('player', 3, 0)
    noteOutcome('youtube', 'player', worked, 0)
    expect(order(0)).toEqual(['player', 'page', 'yt-dlp'])
  }
})

test('the failures of one platform say nothing about another', () => {
  fail('yt-dlp', 3, 0)
  expect(failingExtractorsLast([{ name: 'yt-dlp' }, { name: 'other' }], 'vimeo', 0)).toEqual([
    { name: 'yt-dlp' },
    { name: 'other' },
  ])
  expect(order(0)).toEqual(['player', 'page', 'yt-dlp'])
})

test('extractors that all failed are tried in their usual order', () => {
  for (const { name } of EXTRACTORS) fail(name, 3, 0)
  expect(order(0)).toEqual(['player', 'page', 'yt-dlp'])
})
