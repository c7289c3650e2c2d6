import type { ParsedCues } from '@/lib/captions/cue'
import { finishTimedtext } from '@/lib/captions/finish-timedtext'
import { parseXml, type XmlElement } from '@/lib/captions/parse-xml'
import { runSteps } from '@/lib/captions/run-steps'
import { addTimedtextEvent, newTimedtextTrack, type TimedtextEvent } from '@/lib/captions/timedtext-track'
import { wholeMs } from '@/lib/captions/whole-ms'

/** A paragraph that is open; its start is null when it can't be read. */
type Paragraph = Omit<TimedtextEvent, 'startMs'> & { startMs: number | null }

function openParagraph({ attributes }: XmlElement): Paragraph {
  return {
    startMs: wholeMs(attributes.get('t'), 1),
    durationMs: wholeMs(attributes.get('d'), 1) ?? 0,
    appends: attributes.get('a') === '1',
    byMachine: false,
    window: wholeMs(attributes.get('w'), 1),
    spans: [],
  }
}

/** A span's time is relative to its paragraph; text outside spans goes on with the span before it. */
function openSpan(paragraph: Paragraph, { attributes }: XmlElement): void {
  if (attributes.has('ac')) paragraph.byMachine = true
  paragraph.spans.push({ text: '', offsetMs: wholeMs(attributes.get('t'), 1) })
}

function addText(paragraph: Paragraph, text: string): void {
  const span = paragraph.spans.at(-1)
  if (span) span.text += text
  else paragraph.spans.push({ text, offsetMs: null })
}

/**
 * Reads YouTube's third caption format (`<timedtext format="3">`): cues in the order of the file, as `parseJson3` does,
 * with which it shares its model. Pens, windows and styles are ignored. `dropped` counts paragraphs with unreadable times,
 * cues beyond `MAX_CUES`, and the rest of a malformed document as one. Never throws. Linear time.
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
      else if (open.spans.some((span) => span.text.trim() !== '')) track.dropped += 1
      open = null
    },
  })
  if (!complete) track.dropped += 1
  return runSteps(finishTimedtext(track))
}
