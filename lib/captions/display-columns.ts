import { segmentText } from '@/lib/captions/segment-text'

const NARROW_ONLY = /^[\x20-\x7e\xa0-\u02ff]*$/
const WIDE_ONLY = /^[\u3001-\u3029\u3030-\u3096\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/
const WIDE_CLUSTER =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\ufe0f)/su
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The columns of one grapheme cluster: two when East Asian Width or emoji presentation make it wide, else one. */
function clusterColumns(cluster: string): number {
  return WIDE_CLUSTER.test(cluster) ? 2 : 1
}

/** How many columns a text takes, by grapheme clusters and East Asian Width (UAX #11, UAX #29). */
export function displayColumns(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length
  if (WIDE_ONLY.test(text)) return text.length * 2
  let columns = 0
  for (const cluster of segmentText(graphemes, text)) columns += clusterColumns(cluster)
  return columns
}

/** Cuts a text into pieces of at most `limit` columns (two or more), never inside a grapheme cluster. */
export function splitAtColumns(text: string, limit: number): string[] {
  const pieces: string[] = []
  if (NARROW_ONLY.test(text)) {
    for (let start = 0; start < text.length; start += limit) pieces.push(text.slice(start, start + limit))
    return pieces
  }
  let start = 0
  let end = 0
  let columns = 0
  for (const cluster of segmentText(graphemes, text)) {
    const width = clusterColumns(cluster)
    if (columns + width > limit) {
      pieces.push(text.slice(start, end))
      start = end
      columns = 0
    }
    columns += width
    end += cluster.length
  }
  pieces.push(text.slice(start))
  return pieces
}
