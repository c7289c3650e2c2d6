import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { parseTtmlClock, type TtmlClock } from '@/lib/captions/parse-ttml-time'
import { parseXml, type XmlElement } from '@/lib/captions/parse-xml'
import { isReadableCue, type TtmlRun, ttmlParagraph } from '@/lib/captions/ttml-paragraph'
import { childInterval, endChild, rootInterval, type TtmlInterval } from '@/lib/captions/ttml-timing'

type OpenElement = { name: string; interval: TtmlInterval; preservesSpace: boolean; isRubyText: boolean }

type State = {
  clock: TtmlClock
  /** The open elements, under the document itself. */
  stack: OpenElement[]
  /** How many elements are open whose content is not shown. */
  skipped: number
  /** The runs of the open paragraph. */
  runs: TtmlRun[] | null
  cues: Cue[]
  dropped: number
}

const NOT_SHOWN = new Set(['head', 'metadata', 'title', 'desc', 'copyright', 'set', 'animate', 'region', 'styling'])

function newState(): State {
  const document = { name: '', interval: rootInterval(), preservesSpace: false, isRubyText: false }
  return { clock: parseTtmlClock(new Map()), stack: [document], skipped: 0, runs: null, cues: [], dropped: 0 }
}

function addText(state: State, text: string): void {
  const owner = state.stack.at(-1)
  if (state.skipped > 0 || !state.runs || !owner) return
  const last = state.runs.at(-1)
  if (last?.interval === owner.interval) last.text += text
  else state.runs.push({ interval: owner.interval, text })
}

function openElement(state: State, { name, attributes }: XmlElement): void {
  if (state.skipped > 0 || NOT_SHOWN.has(name) || attributes.get('ruby') === 'delimiter') {
    state.skipped += 1
    return
  }
  const parent = state.stack.at(-1)
  if (!parent) return
  if (name === 'tt') state.clock = parseTtmlClock(attributes)
  if (name === 'br') addText(state, '\n')
  const space = attributes.get('space')
  const preservesSpace = space === undefined ? parent.preservesSpace : space === 'preserve'
  const interval = childInterval(parent.interval, attributes, state.clock)
  state.stack.push({ name, interval, preservesSpace, isRubyText: attributes.get('ruby') === 'text' })
  if (name === 'p') state.runs = []
  if (attributes.get('ruby') === 'text') addText(state, '(')
}

function endParagraph(state: State, interval: TtmlInterval): void {
  for (const cue of ttmlParagraph(interval, state.runs ?? [])) {
    if (isReadableCue(cue) && state.cues.length < MAX_CUES) state.cues.push(cue)
    else state.dropped += 1
  }
  state.runs = null
}

function closeElement(state: State): void {
  if (state.skipped > 0) {
    state.skipped -= 1
    return
  }
  if (state.stack.at(-1)?.isRubyText) addText(state, ')')
  const element = state.stack.pop()
  const parent = state.stack.at(-1)
  if (!element || !parent) return
  if (element.name !== 'br') endChild(parent.interval, element.interval, state.runs !== null)
  if (element.name === 'p') endParagraph(state, element.interval)
}

/**
 * Reads TTML in any of its profiles (IMSC, DFXP, SMPTE-TT, EBU-TT): paragraphs in the order of the document, their times
 * added up along their ancestors. Regions, styles and animation are ignored; a ruby text follows its base in brackets.
 * A paragraph without an end ends where it begins. `dropped` counts paragraphs with unreadable times, cues beyond
 * `MAX_CUES`, and the rest of a malformed document as one. Never throws. Linear time.
 * @see https://www.w3.org/TR/ttml2/
 */
export function parseTtml(text: string): ParsedCues {
  const state = newState()
  const complete = parseXml(text, {
    open: (element) => openElement(state, element),
    close: () => closeElement(state),
    text: (part) => {
      const preserves = state.stack.at(-1)?.preservesSpace === true
      addText(state, preserves ? part : part.replace(/[ \t\r\n]+/g, ' '))
    },
  })
  return { cues: state.cues, dropped: complete ? state.dropped : state.dropped + 1 }
}
