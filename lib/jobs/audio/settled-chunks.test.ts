import { expect, test } from 'vitest'
import type { Chunk } from '@/lib/media/chunks/plan-chunks'
import { settledChunks } from './plan-job'

const spoken = (startMs: number, endMs: number, overlapMs = 0): Chunk => ({ startMs, endMs, silent: false, overlapMs })
const silent = (startMs: number, endMs: number): Chunk => ({ startMs, endMs, silent: true, overlapMs: 0 })

test.each<[string, Chunk[], number]>([
  [
    'the last cut in a pause that the end leaves alone',
    [spoken(0, 25_000), spoken(25_000, 50_000), spoken(50_000, 76_000), spoken(76_000, 90_000)],
    2,
  ],
  [
    'no cut in the middle of speech',
    [spoken(0, 25_000), spoken(25_000, 50_000), spoken(49_000, 76_000, 1000), spoken(76_000, 90_000)],
    1,
  ],
  ['no start of a silence', [spoken(0, 25_000), spoken(25_000, 50_000), silent(50_000, 90_000)], 1],
  [
    'nothing where all cuts are in the middle of speech',
    [spoken(0, 25_000), spoken(24_000, 50_000, 1000), spoken(49_000, 90_000, 1000)],
    0,
  ],
  ['nothing where speech begins late', [silent(0, 50_000), spoken(50_000, 75_000), spoken(75_000, 90_000)], 0],
  ['nothing of silence', [silent(0, 90_000)], 0],
  ['nothing of no sound', [], 0],
])('the settled chunks of a beginning reach to %s', (_, chunks, count) => {
  expect(settledChunks(chunks)).toEqual(chunks.slice(0, count))
})
