import { decodeHTMLStrict } from 'entities/decode'
import { parseMilliseconds } from '../../clock'
import type { ParsedCues } from '../../cue'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import { parseXml } from '../../parsing/xml'
import { xmlRoot } from '../../parsing/xml-root'
import type { ReadFormat } from '../format'
import { withoutYouTubeTags } from './youtube-track'

/** The text of a cue is HTML; the XML parser has already undone the escapes around it. */
function plainHtml(html: string): string {
  return decodeHTMLStrict(withoutYouTubeTags(html)).trim()
}

/**
 * Parses YouTube's first caption format (`<transcript><text start="1.54" dur="4.16">`): cues in the order of the file. A
 * cue without a duration ends where it begins. `dropped` counts cues with unreadable times, those beyond `MAX_CUES`, and
 * the rest of a document that breaks off as one. Never throws. Linear time.
 */
export function parseSrv1(text: string): ParsedCues {
  const parsed = noCues()
  let open: { startMs: number | null; durationMs: number; parts: string[] } | null = null
  const complete = parseXml(text, {
    open: ({ name, attributes }) => {
      if (name !== 'text') return
      const startMs = parseMilliseconds(attributes.get('start'), 1000)
      open = { startMs, durationMs: parseMilliseconds(attributes.get('dur'), 1000) ?? 0, parts: [] }
    },
    text: (part) => open?.parts.push(part),
    close: (name) => {
      if (name !== 'text' || !open) return
      const { startMs, durationMs, parts } = open
      open = null
      const plain = plainHtml(parts.join(''))
      if (plain === '') return
      if (startMs === null) dropCue(parsed)
      else addCue(parsed, { startMs, endMs: startMs + durationMs, text: plain })
    },
  })
  if (!complete) dropCue(parsed)
  return parsed
}

const EMPTY = /^<transcript\s*(?:\/>|>\s*<\/transcript\s*>)\s*$/

/** YouTube's first format. */
export const srv1 = {
  id: 'srv1',
  label: 'YouTube XML',
  origin: 'YouTube (srv1)',
  endings: ['srv1', 'xml'],
  mediaTypes: ['text/xml', 'application/xml'],
  detect: ({ text, first }) => {
    const root = first === '<' ? xmlRoot(text) : null
    if (root?.name !== 'transcript') return false
    return /<text\s[^<>]{0,200}\bstart\s?=/.test(root.document) || EMPTY.test(root.document)
  },
  parse: parseSrv1,
} as const satisfies ReadFormat
