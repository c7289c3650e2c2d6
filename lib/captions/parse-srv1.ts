import { decodeHTMLStrict } from 'entities/decode'
import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { parseXml } from '@/lib/captions/parse-xml'
import { wholeMs } from '@/lib/captions/whole-ms'

const BREAK_TAG = /<br[ \t]{0,8}\/?>/gi
const TAG = /<\/?(?:b|i|u|s|em|strong|font|span)\b[^<>]{0,300}>/gi

/** The text of a cue is HTML, escaped a second time as XML, which is undone already. */
function plainHtml(html: string): string {
  return decodeHTMLStrict(html.replace(BREAK_TAG, '\n').replace(TAG, '')).trim()
}

/**
 * Reads YouTube's first caption format (`<transcript><text start="1.54" dur="4.16">`): cues in the order of the file. A
 * cue without a duration ends where it begins. `dropped` counts cues with unreadable times, those beyond `MAX_CUES`, and
 * the rest of a malformed document as one. Never throws. Linear time.
 */
export function parseSrv1(text: string): ParsedCues {
  const cues: Cue[] = []
  let dropped = 0
  let open: { startMs: number | null; durationMs: number; parts: string[] } | null = null
  const complete = parseXml(text, {
    open: ({ name, attributes }) => {
      if (name !== 'text') return
      const startMs = wholeMs(attributes.get('start'), 1000)
      open = { startMs, durationMs: wholeMs(attributes.get('dur'), 1000) ?? 0, parts: [] }
    },
    text: (part) => open?.parts.push(part),
    close: (name) => {
      if (name !== 'text' || !open) return
      const { startMs, durationMs, parts } = open
      open = null
      const plain = plainHtml(parts.join(''))
      if (plain === '') return
      if (startMs === null || cues.length === MAX_CUES) dropped += 1
      else cues.push({ startMs, endMs: startMs + durationMs, text: plain })
    },
  })
  return { cues, dropped: complete ? dropped : dropped + 1 }
}
