import { scanArrayElements } from '@/lib/captions/scan-array-elements'
import { textChunks } from '@/lib/captions/text-chunks'

const HEAD_LENGTH = 262_144
const FIRST_ELEMENTS = 5
// YouTube writes it first; what stands between it and the events can be long.
const JSON3_SIGNATURE = /^\s{0,64}\{\s{0,64}"wireMagic"\s{0,64}:\s{0,64}"pb3"/

type Fields = Readonly<Record<string, unknown>>

function hasElement(head: string, key: string, isFormat: (element: Fields) => boolean): boolean {
  let seen = 0
  for (const element of scanArrayElements(textChunks(head), key)) {
    if (element === 'pause') continue
    if (element === 'broken' || seen === FIRST_ELEMENTS) return false
    const { value } = element
    if (typeof value === 'object' && value !== null && isFormat({ ...value })) return true
    seen += 1
  }
  return false
}

const isEvent = (event: Fields) => 'tStartMs' in event && ('segs' in event || 'dDurationMs' in event)
const isSegment = (segment: Fields) => 'startTime' in segment && typeof segment.body === 'string'

/** Which caption format a JSON text is in, by its first elements; null for any other JSON. */
export function sniffJsonCaptions(text: string): 'json3' | 'podcast-json' | null {
  const head = text.slice(0, HEAD_LENGTH)
  if (JSON3_SIGNATURE.test(head) || hasElement(head, 'events', isEvent)) return 'json3'
  return hasElement(head, 'segments', isSegment) ? 'podcast-json' : null
}
