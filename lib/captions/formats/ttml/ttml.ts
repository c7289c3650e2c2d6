import { formatClock } from '../../clock'
import type { Cue, ParsedCues, Segment } from '../../cue'
import { subtitleCues } from '../../layout/fit-cues'
import { type SubtitleOptions, withSpeakerNames } from '../../layout/subtitles'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import { escapeXml, parseXml, type XmlElement } from '../../parsing/xml'
import { xmlRoot } from '../../parsing/xml-root'
import { tidyText } from '../../text/tidy-text'
import type { ReadFormat, WrittenFormat } from '../format'
import { facts } from './facts'
import { childInterval, endChild, parseTtmlClock, rootInterval, type TtmlClock, type TtmlInterval } from './ttml-timing'

type OpenElement = {
  name: string
  interval: TtmlInterval
  preservesSpace: boolean
  isRubyText: boolean
  /** The style that hides it: children can be visible again, but not displayed. */
  hiddenBy: 'display' | 'visibility' | null
  /** When its region or an animation shows it. */
  shown: TtmlInterval | undefined
}

type State = {
  /** The namespace of the root. */
  namespace: string | undefined
  clock: TtmlClock
  /** The open elements, under the document itself. */
  stack: OpenElement[]
  /** When a region is shown, by its id, where it has times. */
  regions: Map<string, TtmlInterval>
  /** The number of open elements whose content is never shown. */
  skipped: number
  /** The runs of the open paragraph. */
  runs: TtmlRun[] | null
  /** Whether the open element has text that no paragraph holds. */
  hasStrayText: boolean
  parsed: ParsedCues
}

const NOT_SHOWN = new Set(['head', 'metadata', 'title', 'desc', 'copyright', 'set', 'animate', 'region', 'styling'])

function newState(): State {
  const document = {
    name: '',
    interval: rootInterval(),
    preservesSpace: false,
    isRubyText: false,
    hiddenBy: null,
    shown: undefined,
  }
  return {
    namespace: undefined,
    clock: parseTtmlClock(new Map()),
    stack: [document],
    regions: new Map(),
    skipped: 0,
    runs: null,
    hasStrayText: false,
    parsed: noCues(),
  }
}

function addText(state: State, text: string): void {
  const owner = state.stack.at(-1)
  if (state.skipped > 0 || !owner || owner.hiddenBy) return
  if (!state.runs) {
    if (VISIBLE.test(text) && !state.hasStrayText) dropCue(state.parsed)
    state.hasStrayText ||= VISIBLE.test(text)
    return
  }
  const last = state.runs.at(-1)
  if (last?.interval === owner.interval) last.text += text
  else state.runs.push({ interval: owner.interval, shown: owner.shown, text })
}

const TTML_NAMESPACE = /^http:\/\/www\.w3\.org\/(?:ns|\d{4}\/\d{2})\/tt(?:ml|af1)\b/

/** Whether neither an element nor what it contains is ever shown. One of another namespace isn't, unless it is that of the whole document. */
function isHidden({ namespace: rootNamespace }: State, { name, namespace, attributes }: XmlElement): boolean {
  if (NOT_SHOWN.has(name) || attributes.get('ruby') === 'delimiter') return true
  return name !== 'tt' && namespace !== undefined && namespace !== rootNamespace && !TTML_NAMESPACE.test(namespace)
}

function hiddenBy(parent: OpenElement['hiddenBy'], attributes: XmlElement['attributes']): OpenElement['hiddenBy'] {
  if (parent === 'display' || attributes.get('display') === 'none') return 'display'
  const visibility = attributes.get('visibility')
  if (visibility === undefined) return parent
  return visibility === 'hidden' ? 'visibility' : null
}

/** Shows a hidden element for the time in which an animation does. */
function animate({ stack, clock }: State, { attributes }: XmlElement): void {
  const owner = stack.at(-1)
  if (!owner?.hiddenBy) return
  const value = attributes.get(owner.hiddenBy)
  if (value === undefined || value === 'none' || value === 'hidden') return
  owner.hiddenBy = null
  owner.shown = childInterval({ ...owner.interval, sequential: false }, attributes, clock)
}

/** The part of an interval in which an element is shown; all of it where there is no such part. */
function shownPart(interval: TtmlInterval, shown: TtmlInterval | undefined): TtmlInterval {
  const beginMs = Math.max(interval.beginMs, shown?.beginMs ?? 0)
  const endMs = Math.min(interval.endMs, shown?.endMs ?? Number.POSITIVE_INFINITY)
  return shown && beginMs < endMs ? { ...interval, beginMs, endMs, timed: true } : interval
}

function openElement(state: State, element: XmlElement): void {
  const { name, attributes } = element
  state.hasStrayText = false
  if (name === 'region') {
    const interval = childInterval(rootInterval(), attributes, state.clock)
    if (interval.timed) state.regions.set(attributes.get('id') ?? '', interval)
  }
  if (name === 'set' && state.skipped === 0) animate(state, element)
  if (state.skipped > 0 || isHidden(state, element)) {
    state.skipped += 1
    return
  }
  const parent = state.stack.at(-1)
  if (!parent) return
  if (name === 'tt') {
    state.clock = parseTtmlClock(attributes)
    state.namespace = element.namespace
  }
  if (name === 'br') addText(state, '\n')
  const space = attributes.get('space')
  const preservesSpace = space === undefined ? parent.preservesSpace : space === 'preserve'
  const interval = childInterval(parent.interval, attributes, state.clock)
  const isRubyText = attributes.get('ruby') === 'text'
  const shown = state.regions.get(attributes.get('region') ?? '') ?? parent.shown
  const hidden = hiddenBy(parent.hiddenBy, attributes)
  state.stack.push({ name, interval, preservesSpace, isRubyText, hiddenBy: hidden, shown })
  if (name === 'p') state.runs = []
  if (attributes.get('ruby') === 'text') addText(state, '(')
}

function endParagraph(state: State, { interval, shown }: OpenElement): void {
  const runs = (state.runs ?? []).map((run) => ({ ...run, interval: shownPart(run.interval, run.shown) }))
  for (const cue of ttmlParagraph(shownPart(interval, shown), runs)) {
    if (isReadableCue(cue)) addCue(state.parsed, cue)
    else dropCue(state.parsed)
  }
  state.runs = null
}

function closeElement(state: State): void {
  state.hasStrayText = false
  if (state.skipped > 0) {
    state.skipped -= 1
    return
  }
  if (state.stack.at(-1)?.isRubyText) addText(state, ')')
  const element = state.stack.pop()
  const parent = state.stack.at(-1)
  if (!element || !parent) return
  if (element.name !== 'br') endChild(parent.interval, element.interval, state.runs !== null)
  if (element.name === 'p') endParagraph(state, element)
}

/**
 * Parses TTML in any of its profiles (IMSC, DFXP, SMPTE-TT, EBU-TT): paragraphs in the order of the document, their times
 * added up along their ancestors. Most styles are ignored; what is hidden and elements of other namespaces are left out, and what an
 * animation shows lasts as long as that; a ruby text follows its base in brackets.
 * A paragraph without an end ends where it begins. `dropped` counts paragraphs with unreadable times, text outside paragraphs, cues
 * beyond `MAX_CUES`, and the rest of a document that breaks off as one. Never throws. Linear time.
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
  if (!complete) dropCue(state.parsed)
  return state.parsed
}

/** A stretch of a paragraph's text, and when it is shown. */
type TtmlRun = { interval: TtmlInterval; shown?: TtmlInterval | undefined; text: string }

const VISIBLE = /\S/

/** Text on its lines, each without white space around it. */
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function isSame(a: TtmlInterval, b: TtmlInterval): boolean {
  return Object.is(a.beginMs, b.beginMs) && Object.is(a.endMs, b.endMs)
}

/** Whether the times of a cue could be parsed and are exact integers. */
function isReadableCue({ startMs, endMs }: Cue): boolean {
  return Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs)
}

/** In integer milliseconds; an element without an end ends where it begins. */
function toTimes({ beginMs, endMs }: TtmlInterval): { startMs: number; endMs: number } {
  const startMs = Math.round(beginMs)
  return { startMs, endMs: endMs === Number.POSITIVE_INFINITY ? startMs : Math.round(endMs) }
}

function toCue(interval: TtmlInterval, runs: readonly TtmlRun[]): Cue {
  return { ...toTimes(interval), text: trimLines(runs.map((run) => run.text).join('')) }
}

/** Groups of runs that are shown at the same time; white space between them goes with the group before it. */
function groupByTime(runs: readonly TtmlRun[]): [TtmlRun, ...TtmlRun[]][] {
  const groups: [TtmlRun, ...TtmlRun[]][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group && (!VISIBLE.test(run.text) || isSame(group[0].interval, run.interval))) group.push(run)
    else if (VISIBLE.test(run.text)) groups.push([run])
  }
  return groups
}

/**
 * The cues of a paragraph, usually one. Spans with times of their own are the words of that cue if the paragraph has times, else
 * they are cues themselves.
 */
function ttmlParagraph(paragraph: TtmlInterval, runs: readonly TtmlRun[]): Cue[] {
  const groups = groupByTime(runs)
  const isWhole = paragraph.timed && paragraph.endMs !== Number.POSITIVE_INFINITY
  if (groups.length < 2 || !isWhole) return groups.map((group) => toCue(group[0].interval, group))
  const words = groups.map((group) => toCue(group[0].interval, group)).filter(isReadableCue)
  return [{ ...toCue(paragraph, runs), words }]
}

const NAMESPACE = 'http://www.w3.org/ns/ttml'

type TtmlOptions = SubtitleOptions & {
  title?: string | null | undefined
  /** BCP 47. */
  lang?: string | null | undefined
}

/**
 * Renders segments as TTML in the text profile of IMSC 1.1: a paragraph for each cue, its lines separated by `br`, all in one
 * region at the bottom of the picture. Speakers are named as in SRT.
 * @see https://www.w3.org/TR/ttml-imsc1.1/
 */
export function renderTtml(
  segments: readonly Segment[],
  { title, lang, names = new Map(), layout }: TtmlOptions = {},
): string {
  const name = tidyText(title ?? '')
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="${NAMESPACE}" xmlns:ttm="${NAMESPACE}#metadata" xmlns:ttp="${NAMESPACE}#parameter" xmlns:tts="${NAMESPACE}#styling" ttp:contentProfiles="${NAMESPACE}/profile/imsc1.1/text" ttp:timeBase="media" xml:lang="${escapeXml(lang ?? '')}">`,
    '  <head>',
    ...(name === '' ? [] : [`    <ttm:title>${escapeXml(name)}</ttm:title>`]),
    '    <styling>',
    '      <style xml:id="subtitle" tts:color="white" tts:fontFamily="proportionalSansSerif" tts:fontSize="80%" tts:lineHeight="125%" tts:textAlign="center" tts:textOutline="black 5%"/>',
    '    </styling>',
    '    <layout>',
    '      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after" tts:overflow="visible"/>',
    '    </layout>',
    '  </head>',
    '  <body>',
    '    <div region="bottom" style="subtitle">',
  ]
  for (const cue of subtitleCues(withSpeakerNames(segments, names), layout)) {
    const text = cue.lines.map(escapeXml).join('<br/>')
    lines.push(`      <p begin="${formatClock(cue.startMs, '.')}" end="${formatClock(cue.endMs, '.')}">${text}</p>`)
  }
  return `${[...lines, '    </div>', '  </body>', '</tt>'].join('\n')}\n`
}

export const ttml = {
  ...facts,
  origin: 'broadcasters and streaming services, in any profile: IMSC, DFXP, SMPTE-TT, EBU-TT',
  endings: ['ttml', 'dfxp', 'itt', 'xml'],
  mediaTypes: [facts.mediaType, 'application/ttaf+xml'],
  detect: ({ text, first }) => {
    const root = first === '<' ? xmlRoot(text) : null
    return root?.name === 'tt' && /^<[^<>]{0,4000}\bxmlns\b|<(?:[\w-]{1,40}:)?(?:body|head)\b/.test(root.document)
  },
  parse: parseTtml,
  render: (segments, { lang, title, names, layout }) => renderTtml(segments, { lang, title, names, layout }),
} as const satisfies ReadFormat & WrittenFormat
