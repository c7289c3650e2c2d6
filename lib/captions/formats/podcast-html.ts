import { Parser } from 'htmlparser2'
import type { Cue, ParsedCues } from '../cue'
import { displayColumns } from '../layout/columns'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import { tidyText } from '../text/tidy-text'
import type { ReadFormat } from './format'

const BEGINNING_LENGTH = 65_536
const BODY = /<\/head\s{0,8}>|<body[\s>]/i
const CLOCK = /^\s{0,64}[[(]?(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?[\])]?\s{0,64}$/
const TIME = /<time(\s[^<>]{0,200})?>([^<>]{1,200})<\/time\s{0,8}>/gi
/** A day or a time of day, which is no place in a recording. */
const DATE = /\bdatetime\s{0,8}=\s{0,8}["']?(?:\d{4}|T?\d{2}:\d{2})/i
const BEFORE_TIME = /<(?:p(?:\s[^<>]*)?|\/cite)>\s*$/i
const AFTER_TIME = /^\s*<(?:p|cite)[\s>]/i
/** A page that plays a recording leads to that recording. */
const PLAYER = /<(?:audio|video|iframe|object|embed)[\s>]/i

function parseClock(text: string): number | null {
  const match = CLOCK.exec(text)
  if (!match) return null
  const [, hours = '0', minutes, seconds, fraction = ''] = match
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** The beginning of what a page shows: its body without scripts and styles, which may be long. */
function shownBeginning(text: string): string {
  let position = BODY.exec(text)?.index ?? 0
  let shown = ''
  while (shown.length < BEGINNING_LENGTH) {
    const open = /<(script|style)[\s>]/gi
    open.lastIndex = position
    const [tag, name = ''] = open.exec(text) ?? []
    shown += text.slice(position, tag === undefined ? undefined : open.lastIndex - tag.length)
    if (tag === undefined) break
    const close = new RegExp(`</${name}[\\s>]`, 'gi')
    close.lastIndex = open.lastIndex
    if (!close.test(text)) break
    position = close.lastIndex
  }
  return shown.slice(0, BEGINNING_LENGTH)
}

/**
 * Whether an HTML text is a Podcasting 2.0 transcript: at least two times of its `<time>` elements begin a paragraph or stand beside
 * `<cite>`. Other pages have dates there, times of day, or the times of a player.
 */
function isPodcastHtml(text: string): boolean {
  const head = shownBeginning(text)
  if (PLAYER.test(head)) return false
  let found = 0
  for (const match of head.matchAll(TIME)) {
    const [element, attributes = '', content = ''] = match
    if (parseClock(content) === null || DATE.test(attributes)) continue
    const end = match.index + element.length
    if (
      !BEFORE_TIME.test(head.slice(Math.max(0, match.index - 300), match.index)) &&
      !AFTER_TIME.test(head.slice(end, end + 300))
    )
      continue
    found += 1
    if (found === 2) return true
  }
  return false
}

/** The speech of one person from a time on; `startMs` is null where the document names the person but no time, NaN for a broken one. */
type Passage = { startMs: number | null; speaker: string; lines: string[] }

type State = {
  passages: Passage[]
  /** The element whose text is a name or a time, and that text. */
  label: { name: 'cite' | 'time'; text: string } | null
  line: string
  /** Whether the line has more than white space: looking through it for each element would take quadratic time. */
  hasText: boolean
  isInParagraph: boolean
  /** How many elements are open, and how many of them whose content is not shown. */
  depth: number
  hidden: number
}

const HIDDEN = new Set(['script', 'style', 'title', 'template', 'noscript', 'nav', 'footer', 'aside', 'form', 'button'])
const BLOCKS = new Set(['p', 'div', 'section', 'article', 'main', 'li', 'br', 'hr', 'blockquote', 'tr', 'dd', 'dt'])
const HEADINGS = /^h[1-6]$/
/** Transcripts nest a few elements deep; the parser's time grows with the depth. */
const MAX_DEPTH = 500
const CHUNK_LENGTH = 16_384
const MAX_LABEL_LENGTH = 200

function endLine(state: State): void {
  const line = tidyText(state.line)
  state.line = ''
  state.hasText = false
  if (line !== '') state.passages.at(-1)?.lines.push(line)
}

function beginPassage(state: State, startMs: number | null, speaker: string): void {
  endLine(state)
  state.passages.push({ startMs, speaker, lines: [] })
}

function addLine(state: State, text: string): void {
  state.line += text
  state.hasText ||= /\S/.test(text)
}

/** A time begins a passage, or belongs to that of the name before it. */
function endTime(state: State, text: string): void {
  const startMs = parseClock(text) ?? (!state.hasText && text.includes(':') ? Number.NaN : null)
  const last = state.passages.at(-1)
  if (startMs === null) addLine(state, text)
  else if (last && last.startMs === null && last.lines.length === 0 && !state.hasText) last.startMs = startMs
  else beginPassage(state, startMs, last?.speaker ?? '')
}

/** A name begins a passage, or belongs to that of the time before it; within a sentence it is a part of the text. */
function endCite(state: State, text: string): void {
  const speaker = tidyText(text).replace(/(?<!\s)\s*[:：]$/, '')
  const last = state.passages.at(-1)
  if (state.isInParagraph && state.hasText) addLine(state, text)
  else if (last && last.lines.length === 0 && !state.hasText) last.speaker = speaker
  else beginPassage(state, null, speaker)
}

function endLabel(state: State): void {
  const { label } = state
  state.label = null
  if (label?.name === 'time') endTime(state, label.text)
  else if (label) endCite(state, label.text)
}

function openElement(state: State, name: string): void {
  state.depth += 1
  if (HIDDEN.has(name) || HEADINGS.test(name)) state.hidden += 1
  if (state.hidden > 0) return
  if (BLOCKS.has(name)) endLine(state)
  if (name === 'p') state.isInParagraph = true
  if (name !== 'cite' && name !== 'time') return
  endLabel(state)
  state.label = { name, text: '' }
}

function closeElement(state: State, name: string): void {
  state.depth -= 1
  if (HIDDEN.has(name) || HEADINGS.test(name)) state.hidden = Math.max(0, state.hidden - 1)
  if (state.label?.name === name || BLOCKS.has(name)) endLabel(state)
  if (BLOCKS.has(name)) endLine(state)
  if (name === 'p') state.isInParagraph = false
}

function addText(state: State, text: string): void {
  if (state.hidden > 0) return
  const { label } = state
  if (!label) {
    addLine(state, text)
    return
  }
  label.text += text
  if (label.text.length <= MAX_LABEL_LENGTH) return
  // An element that is never closed is no label.
  state.label = null
  addLine(state, label.text)
}

function readPassages(text: string): Passage[] {
  const state: State = {
    passages: [],
    label: null,
    line: '',
    hasText: false,
    isInParagraph: false,
    depth: 0,
    hidden: 0,
  }
  const parser = new Parser({
    onopentagname: (name) => openElement(state, name),
    onclosetag: (name) => closeElement(state, name),
    ontext: (chunk) => addText(state, chunk),
  })
  for (let at = 0; at < text.length && state.depth <= MAX_DEPTH; at += CHUNK_LENGTH) {
    parser.write(text.slice(at, at + CHUNK_LENGTH))
  }
  // The parser is not ended: a name, a time or a tag that the document breaks off in is none.
  endLine(state)
  return state.passages.filter(({ lines }) => lines.length > 0)
}

const readingMs = (text: string) => 60 * displayColumns(text)
/** How long a text takes at most: slow speech, and a pause. */
const longestMs = (text: string) => 5000 + 4 * readingMs(text)

/** Passages from one time to the next, shared out by their lengths; the last ones end by the length of their text. */
function* toCues(group: readonly Passage[], startMs: number, nextStartMs: number | null): Generator<Cue> {
  const texts = group.map(({ lines }) => lines.join('\n'))
  const all = texts.join('\n')
  const isInOrder = nextStartMs !== null && nextStartMs > startMs
  const endMs = isInOrder ? Math.min(nextStartMs, startMs + longestMs(all)) : startMs + Math.max(1000, readingMs(all))
  const total = texts.reduce((sum, { length }) => sum + length, 0)
  const at = (length: number) => startMs + Math.round(((endMs - startMs) * length) / total)
  let before = 0
  for (const [index, { speaker }] of group.entries()) {
    const text = texts[index] ?? ''
    const cue: Cue = { startMs: at(before), endMs: at(before + text.length), text }
    before += text.length
    yield speaker === '' ? cue : { ...cue, speaker }
  }
}

/**
 * Parses a Podcasting 2.0 HTML transcript: `<cite>` names who speaks, `<time>` when, and the text after them is what is said. A
 * passage lasts until the next begins, no longer than its text can take. Text before the first time or name is no part of it.
 * `dropped` counts passages with a broken time, and cues beyond `MAX_CUES`. Never throws. Linear time.
 * @see https://github.com/Podcastindex-org/podcast-namespace/blob/main/transcripts/transcripts.md
 */
export function parsePodcastHtml(text: string): ParsedCues {
  const parsed = noCues()
  const passages = readPassages(text)
  let group: Passage[] = []
  let startMs = 0
  const endGroup = (nextStartMs: number | null) => {
    if (group.length === 0) return
    for (const cue of toCues(group, startMs, nextStartMs)) addCue(parsed, cue)
  }
  for (const passage of passages) {
    if (Number.isNaN(passage.startMs)) {
      dropCue(parsed, startMs)
      continue
    }
    if (passage.startMs !== null) {
      endGroup(passage.startMs)
      group = []
      startMs = passage.startMs
    }
    group.push(passage)
  }
  endGroup(null)
  return parsed
}

/** The HTML of the Podcasting 2.0 namespace. */
export const podcastHtml = {
  id: 'podcast-html',
  label: 'podcast HTML',
  origin: 'podcast feeds (Podcasting 2.0), with times',
  endings: ['html', 'htm'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  feedRank: 4,
  detect: ({ text, first }) => first === '<' && isPodcastHtml(text),
  parse: parsePodcastHtml,
} as const satisfies ReadFormat
