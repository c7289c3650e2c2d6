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
    const segments = Array.from(segmenter.segment(text.slice(start, start + size)), ({ segment }) => segment)
    if (!isLast && segments.length < 2) {
      size *= 2
      continue
    }
    if (!isLast) segments.pop()
    for (const segment of segments) {
      start += segment.length
      yield segment
    }
    size = CHUNK
  }
}
