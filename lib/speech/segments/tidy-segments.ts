import type { Segment, Word } from '@/lib/captions/cue'

const clean = (text: string) => text.replace(/\s+/gu, ' ').trim().normalize('NFC')

/** Orders segments, within the chunk and without overlaps; those without text or length are left out. */
function tidy<T extends Word>(parts: readonly T[], durationMs: number): T[] {
  const kept: T[] = []
  let free = 0
  for (const part of parts.toSorted((a, b) => a.startMs - b.startMs)) {
    const startMs = Math.max(free, Math.round(part.startMs))
    const endMs = Math.min(durationMs, Math.round(part.endMs))
    const text = clean(part.text)
    if (text === '' || !(startMs < endMs)) continue
    kept.push({ ...part, startMs, endMs, text })
    free = endMs
  }
  return kept
}

/**
 * The text of an engine as segments that keep the promises of `Segment` within a chunk of that length, and
 * their words the same way.
 */
export function tidySegments(segments: readonly Segment[], durationMs: number): Segment[] {
  return tidy(segments, durationMs).map(({ words, ...segment }) => {
    const tidied = tidy(words ?? [], durationMs)
    return tidied.length > 0 ? { ...segment, words: tidied } : segment
  })
}
