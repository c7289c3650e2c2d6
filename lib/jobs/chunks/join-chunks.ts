import type { Segment } from '@/lib/captions/cue'
import { joinWithWordTimes, SAME_MS, type Seam } from './join-with-word-times'
import { joinWithoutWordTimes } from './join-without-word-times'

/** The segments of a chunk, at their times in the recording. `overlapMs`: see `Chunk` in lib/media/chunks/plan-chunks.ts. */
export type TranscribedChunk = { startMs: number; overlapMs: number; segments: Segment[] }

const haveWords = (segments: readonly Segment[]) => segments.every(({ words }) => words && words.length > 0)

/** Removes from the end of a list what lasts until after a time, and returns it. */
function takeTail(segments: Segment[], afterMs: number): Segment[] {
  let start = segments.length
  while (start > 0 && (segments[start - 1]?.endMs ?? 0) > afterMs) start--
  return segments.splice(start)
}

function joinAt(seam: Seam, before: Segment[], after: Segment[]): Segment[] {
  if (before.length === 0 || after.length === 0) return [...before, ...after]
  const join = haveWords(before) && haveWords(after) ? joinWithWordTimes : joinWithoutWordTimes
  return join(before, after, seam)
}

/** Makes segments start no earlier than the one before them ends, unless nothing would be left of them. */
function inOrder(segments: readonly Segment[]): Segment[] {
  let free = 0
  return segments.map((segment) => {
    const startMs = free < segment.endMs ? Math.max(segment.startMs, free) : segment.startMs
    free = Math.max(free, segment.endMs)
    return startMs === segment.startMs ? segment : { ...segment, startMs }
  })
}

/**
 * Joins the segments of consecutive chunks. Where a chunk overlaps the one before it, so that no word is lost at the
 * cut, the text of the overlap is kept once.
 */
export function joinChunks(chunks: readonly TranscribedChunk[]): Segment[] {
  const joined: Segment[] = []
  for (const { startMs, overlapMs, segments } of chunks) {
    const seam = { startMs, endMs: startMs + overlapMs }
    // A word at the edge of the overlap may be timed a moment beyond it on the other side.
    const before = overlapMs > 0 ? takeTail(joined, seam.startMs - SAME_MS) : []
    const within = overlapMs > 0 ? segments.filter((segment) => segment.startMs < seam.endMs + SAME_MS) : []
    for (const segment of inOrder(joinAt(seam, before, within))) joined.push(segment)
    for (const segment of segments.slice(within.length)) joined.push(segment)
  }
  return joined
}
