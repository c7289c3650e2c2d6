import { EXTENDS, kindOf, LONE, NARROW, WIDE } from '@/lib/captions/character-kinds'
import { segmentText } from '@/lib/captions/segment-text'

const KNOWN = NARROW | WIDE | LONE
const WIDE_CLUSTER =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\ufe0f)/su
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Called with where a grapheme cluster ends, and how many columns it takes. */
type VisitCluster = (end: number, columns: number) => void

/** The columns of one grapheme cluster: two when East Asian Width or emoji presentation make it wide, else one. */
function clusterColumns(cluster: string): number {
  return WIDE_CLUSTER.test(cluster) ? 2 : 1
}

/** Where the cluster that begins at `start` ends, as far as that is known without a segmenter; else -1. */
function knownClusterEnd(text: string, start: number, end: number): number {
  const kind = kindOf(text.charCodeAt(start))
  if ((kind & KNOWN) === 0) return -1
  let index = start + 1
  if ((kind & LONE) === 0) while (index < end && (kindOf(text.charCodeAt(index)) & EXTENDS) !== 0) index += 1
  return index === end || (kind & LONE) !== 0 || (kindOf(text.charCodeAt(index)) & KNOWN) !== 0 ? index : -1
}

/** Where known clusters begin again: at the second of two known characters that stand next to each other. */
function unknownEnd(text: string, start: number, end: number): number {
  let wasKnown = false
  for (let index = start; index < end; index++) {
    const isKnown = (kindOf(text.charCodeAt(index)) & KNOWN) !== 0
    if (isKnown && wasKnown) return index
    wasKnown = isKnown
  }
  return end
}

/** Visits the grapheme clusters between two places of a text, which are boundaries of clusters (UAX #29). Linear time. */
export function visitClusters(text: string, start: number, end: number, visit: VisitCluster): void {
  let position = start
  while (position < end) {
    const clusterEnd = knownClusterEnd(text, position, end)
    if (clusterEnd !== -1) {
      visit(clusterEnd, (kindOf(text.charCodeAt(position)) & WIDE) === 0 ? 1 : 2)
      position = clusterEnd
      continue
    }
    for (const cluster of segmentText(graphemes, text.slice(position, unknownEnd(text, position, end)))) {
      position += cluster.length
      visit(position, clusterColumns(cluster))
    }
  }
}

/** How many columns a text takes, by grapheme clusters and East Asian Width (UAX #11, UAX #29). */
export function displayColumns(text: string): number {
  let columns = 0
  visitClusters(text, 0, text.length, (_, width) => {
    columns += width
  })
  return columns
}
