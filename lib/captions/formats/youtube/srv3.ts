import { parseMilliseconds } from '../../clock'
import type { ParsedCues } from '../../cue'
import { dropCue } from '../../parsing/collect-cues'
import { runSteps } from '../../parsing/steps'
import { parseXml, type XmlElement } from '../../parsing/xml'
import { xmlRoot } from '../../parsing/xml-root'
import type { ReadFormat } from '../format'
import { addTimedtextEvent, finishTimedtext, newTimedtextTrack, type TimedtextEvent } from './youtube-track'

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

/** YouTube's third format. */
export const srv3 = {
  id: 'srv3',
  label: 'YouTube XML',
  origin: 'YouTube (srv3)',
  endings: ['srv3', 'xml'],
  mediaTypes: ['text/xml', 'application/xml'],
  detect: ({ text, first }) => {
    const root = first === '<' ? xmlRoot(text) : null
    return root?.name === 'timedtext' && /^<[^<>]{0,400}\bformat\s?=\s?["']3|<body>|<p\st=/.test(root.document)
  },
  parse: parseSrv3,
} as const satisfies ReadFormat
