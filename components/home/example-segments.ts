import type { Segment } from '@/lib/captions/cue'

/** The transcript of the bundled speech (John F. Kennedy's inaugural address, 1961). */
export const EXAMPLE_SEGMENTS: readonly Segment[] = [
  { startMs: 330, endMs: 2300, text: 'And so, my fellow Americans,' },
  { startMs: 3290, endMs: 4450, text: 'ask not' },
  { startMs: 5400, endMs: 7700, text: 'what your country can do for you,' },
  { startMs: 8190, endMs: 10600, text: 'ask what you can do for your country.' },
]
