const CHUNK = 256

/**
 * Cuts a text into the segmenter's segments (grapheme clusters, words) in linear time. An engine's own iterator may take
 * time in proportion to the whole text for each segment, so it only ever gets a short stretch, whose last segment may go
 * on beyond it and is looked at again.
 */
export function* segmentText(segmenter: Intl.Segmenter, text: string): Generator<string, void, undefined> {
  let start = 0
  let size = CHUNK
  while (start < text.length) {
    const isLast = start + size >= text.length
    let pending = ''
    let found = 0
    for (const { segment } of segmenter.segment(text.slice(start, start + size))) {
      if (pending !== '') yield pending
      found += pending.length
      pending = segment
    }
    if (isLast) yield pending
    start += isLast ? size : found
    size = found === 0 ? size * 2 : CHUNK
  }
}
