import { decodeHTMLStrict } from 'entities/decode'
import { parseMilliseconds } from '../clock'
import type { ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import { runSteps } from '../parsing/steps'
import { parseXml, type XmlElement } from '../parsing/xml'
import {
  addTimedtextEvent,
  finishTimedtext,
  newTimedtextTrack,
  type TimedtextEvent,
  withoutTags,
} from './youtube-track'

/** The text of a cue is HTML; the XML parser has already undone the escapes around it. */
function plainHtml(html: string): string {
  return decodeHTMLStrict(withoutTags(html)).trim()
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

/** An open paragraph; its start is null when it can't be parsed. */
type Paragraph = Omit<TimedtextEvent, 'startMs'> & { startMs: number | null }

function openParagraph({ attributes }: XmlElement): Paragraph {
  return {
    startMs: parseMilliseconds(attributes.get('t'), 1),
    durationMs: parseMilliseconds(attributes.get('d'), 1) ?? 0,
    appends: attributes.get('a') === '1',
    byMachine: false,
    window: parseMilliseconds(attributes.get('w'), 1),
    spans: [],
  }
}

/** Opens a span, whose time is relative to its paragraph. Text outside spans continues the span before it. */
function openSpan(paragraph: Paragraph, { attributes }: XmlElement): void {
  if (attributes.has('ac')) paragraph.byMachine = true
  paragraph.spans.push({ text: '', offsetMs: parseMilliseconds(attributes.get('t'), 1) })
}

function addText(paragraph: Paragraph, text: string): void {
  const span = paragraph.spans.at(-1)
  if (span) span.text += text
  else paragraph.spans.push({ text, offsetMs: null })
}

/**
 * Parses YouTube's third caption format (`<timedtext format="3">`): cues in the order of the file, by the same model as
 * `parseJson3`. Pens, windows and styles are ignored. `dropped` counts paragraphs with unreadable times,
 * cues beyond `MAX_CUES`, and the rest of a document that breaks off as one. Never throws. Linear time.
 */
export function parseSrv3(text: string): ParsedCues {
  const track = newTimedtextTrack()
  let open: Paragraph | null = null
  const complete = parseXml(text, {
    open: (element) => {
      if (element.name === 'p') open = openParagraph(element)
      else if (open && element.name === 's') openSpan(open, element)
      else if (open && element.name === 'br') addText(open, '\n')
    },
    text: (part) => {
      if (open) addText(open, part)
    },
    close: (name) => {
      if (name !== 'p' || !open) return
      const { startMs } = open
      if (startMs !== null) addTimedtextEvent(track, { ...open, startMs })
      else if (open.spans.some((span) => span.text.trim() !== '')) dropCue(track)
      open = null
    },
  })
  if (!complete) dropCue(track)
  return runSteps(finishTimedtext(track))
}
