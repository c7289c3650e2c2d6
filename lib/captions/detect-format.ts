import { decodeCaptions } from './decode'
import { parseCounter, parseCueTimings } from './formats/cue-timings'
import { parseLrcLine } from './formats/lrc'
import { isPodcastHtml } from './formats/podcast-html'
import { isWebvtt } from './formats/webvtt-file'
import { scanArrayElements } from './parsing/json-array'
import { textChunks } from './parsing/steps'
import { unfenced } from './text/unfenced'

export type CaptionFormat =
  | 'webvtt'
  | 'srt'
  | 'json3'
  | 'srv1'
  | 'srv3'
  | 'ttml'
  | 'ass'
  | 'podcast-json'
  | 'podcast-html'
  | 'lrc'

/** The first bytes of a file, by which it is recognised. */
export const FIRST_BYTES = 16_384

/** How many bytes show whether a file is captions, by its first ones: markup and JSON may begin with much else. */
export function headBytes(first: Uint8Array): number {
  return /^[\ufeff\s]{0,4096}[<{]/.test(decodeCaptions(first)) ? 1_048_576 : FIRST_BYTES
}

const LINE = /[^\n\r]{1,4096}/g
const ASS_LINE =
  /^(?:\[(?:script info|v4\+? styles|(?:second )?events)\]$|dialogue\s{0,4}:[^,]{0,40},\s{0,4}-?\d{1,6}:\d{1,2}:\d{1,2}[.,:]\d)/i
const LRC_TAG = /^\[(?:ti|ar|al|au|by|re|ve|length|offset|la|lang|id|#):/i
const LRC_STAMP = /^\[(?:\d{1,4}:)?\d{1,6}:\d{2}[.:]\d{2,3}\]/
/** A line of the first minute without a fraction. A line of a chat begins with a name. */
const FIRST_LYRICS = /^\[0{1,3}:[0-5]\d\](?!\s{0,4}[^\s:]{1,40}(?: [^\s:]{1,40})?:\s)/
// Titles and credits may precede the first cue. A page that shows a cue further down is no caption file, unless it has a counter there.
const HEAD_LINES = 20
const COUNTED_HEAD_LINES = 200

const isLyrics = (line: string) => LRC_STAMP.test(line) || FIRST_LYRICS.test(line)

/** Detects a format by the first filled lines: SRT has a line with times, ASS its sections, LRC a time or tag in brackets. */
function detectLineFormat(text: string, maxLines = HEAD_LINES): 'srt' | 'ass' | 'lrc' | null {
  let filledLines = 0
  let lineBefore = ''
  let hasLrcTag = false
  for (const [raw] of text.matchAll(LINE)) {
    const line = raw.replace(/^\ufeff/, '').trim()
    if (line === '') continue
    const timings = parseCueTimings(line)
    const isHead = filledLines < HEAD_LINES
    if (timings && (isHead || (timings.counter ?? parseCounter(lineBefore)) !== null)) return 'srt'
    if (isHead && ASS_LINE.test(line)) return 'ass'
    if (isHead && LRC_TAG.test(line)) hasLrcTag = true
    else if (isHead && (isLyrics(line) || (hasLrcTag && parseLrcLine(line)))) return 'lrc'
    lineBefore = line
    filledLines += 1
    if (filledLines === maxLines) return null
  }
  return null
}

/**
 * Detects the caption format of a text by its content alone: WebVTT by its signature, JSON and XML by their structure, the others
 * by their first filled lines. Null for any other text.
 */
export function detectCaptionFormat(file: string): CaptionFormat | null {
  const text = unfenced(file)
  if (isWebvtt(text)) return 'webvtt'
  const start = text
    .slice(0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('{')) return detectJsonFormat(text) ?? detectLineFormat(text)
  if (start.startsWith('<')) {
    if (isPodcastHtml(text)) return 'podcast-html'
    return detectXmlFormat(text.replace(/^\ufeff/, '')) ?? detectLineFormat(text)
  }
  return detectLineFormat(text, COUNTED_HEAD_LINES)
}

const JSON_HEAD_LENGTH = 262_144
const FIRST_ELEMENTS = 5
// YouTube writes it first; the events may follow much later.
const JSON3_SIGNATURE = /^\s{0,64}\{\s{0,64}"wireMagic"\s{0,64}:\s{0,64}"pb3"/

type Fields = Readonly<Record<string, unknown>>

function hasElement(head: string, key: string, isFormat: (element: Fields) => boolean): boolean {
  let seen = 0
  for (const elements of scanArrayElements(textChunks(head), key)) {
    for (const element of elements) {
      if (element === 'broken' || seen === FIRST_ELEMENTS) return false
      const { value } = element
      if (typeof value === 'object' && value !== null && isFormat({ ...value })) return true
      seen += 1
    }
  }
  return false
}

/** A track without text. */
const EMPTY_JSON3 = /^\s{0,64}\{\s{0,64}"events"\s{0,64}:\s{0,64}\[\s{0,64}\]\s{0,64}\}/

const isEvent = (event: Fields) => 'tStartMs' in event && ('segs' in event || 'dDurationMs' in event)
const isSegment = (segment: Fields) => 'startTime' in segment && typeof segment.body === 'string'

/** Detects the caption format of a JSON text by its first elements; null for any other JSON. */
function detectJsonFormat(text: string): 'json3' | 'podcast-json' | null {
  const head = text.slice(0, JSON_HEAD_LENGTH)
  if (JSON3_SIGNATURE.test(head) || EMPTY_JSON3.test(head) || hasElement(head, 'events', isEvent)) return 'json3'
  return hasElement(head, 'segments', isSegment) ? 'podcast-json' : null
}

const XML_HEAD_LENGTH = 65_536
const ROOT = /^<(?:[\w-]{1,40}:)?(tt|transcript|timedtext)[\s>/]/

/** The end of the prolog construct that begins at `start`; -1 when it has none. */
function prologEnd(head: string, start: number): number {
  const after = (mark: string, from: number) => {
    const index = head.indexOf(mark, from)
    return index === -1 ? -1 : index + mark.length
  }
  if (head.startsWith('<?', start)) return after('?>', start)
  if (head.startsWith('<!--', start)) return after('-->', start)
  if (!/^<!doctype\s/i.test(head.slice(start, start + 10))) return -1
  const close = head.indexOf('>', start)
  const subset = head.indexOf('[', start)
  if (subset === -1 || subset > close) return close === -1 ? -1 : close + 1
  const subsetEnd = head.indexOf(']', subset)
  return subsetEnd === -1 ? -1 : after('>', subsetEnd)
}

/** The document from its root element on; null when there is none within reach. */
function fromRoot(head: string): string | null {
  let position = 0
  for (;;) {
    while (/\s/.test(head[position] ?? '')) position += 1
    if (/^<[A-Za-z_]/.test(head.slice(position, position + 2))) return head.slice(position)
    position = prologEnd(head, position)
    if (position === -1) return null
  }
}

const EMPTY_SRV1 = /^<transcript\s*(?:\/>|>\s*<\/transcript\s*>)\s*$/

/** Detects the caption format of an XML text by its root element and its content; null for any other XML. */
function detectXmlFormat(text: string): 'srv1' | 'srv3' | 'ttml' | null {
  const document = fromRoot(text.slice(0, XML_HEAD_LENGTH))
  const root = ROOT.exec(document ?? '')?.[1]
  if (!document || root === undefined) return null
  if (root === 'transcript')
    return /<text\s[^<>]{0,200}\bstart\s?=/.test(document) || EMPTY_SRV1.test(document) ? 'srv1' : null
  if (root === 'timedtext') return /^<[^<>]{0,400}\bformat\s?=\s?["']3|<body>|<p\st=/.test(document) ? 'srv3' : null
  return /^<[^<>]{0,4000}\bxmlns\b|<(?:[\w-]{1,40}:)?(?:body|head)\b/.test(document) ? 'ttml' : null
}
