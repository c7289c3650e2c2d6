import { decodeHTML } from 'entities/decode'
import type { Word } from '../../cue'
import { decodeReferences } from '../../parsing/character-references'
import { closedTagNames, TAG_NAMES } from '../../parsing/cue-tags'
import { collectWebvttTimestamp } from './webvtt-timings'

/** Text between two timestamps, before the first, or after the last. */
type Run = { startMs: number; text: string }

/** The open spans, the runs so far, and the state of a ruby text, which is put into brackets. */
type State = { spans: string[]; runs: Run[]; run: Run; rubyText: 'none' | 'due' | 'open' }

const SPANS = new Set(['c', 'i', 'b', 'u', 'v', 'lang', 'ruby'])

function append(state: State, raw: string): void {
  const text = raw.includes('&') ? decodeReferences(raw, decodeHTML) : raw
  if (state.rubyText === 'due' && text.trim() !== '') {
    state.run.text += '('
    state.rubyText = 'open'
  }
  state.run.text += text
}

function closeRubyText(state: State): void {
  if (state.rubyText === 'open') state.run.text += ')'
  state.rubyText = 'none'
}

function startTag(state: State, tag: string): void {
  const name = tag.slice(0, tag.search(/[.\t\n\f ]|$/))
  const inRuby = state.spans.at(-1) === 'ruby'
  if (!SPANS.has(name) && !(name === 'rt' && inRuby)) return
  state.spans.push(name)
  if (name === 'rt' && state.rubyText === 'none') state.rubyText = 'due'
}

function endTag(state: State, name: string): void {
  const current = state.spans.at(-1)
  const closesBoth = name === 'ruby' && current === 'rt'
  if (current !== name && !closesBoth) return
  state.spans.pop()
  if (closesBoth) state.spans.pop()
  if (current === 'rt') closeRubyText(state)
}

function timestampTag(state: State, tag: string): void {
  const timestamp = collectWebvttTimestamp(tag, 0)
  if (timestamp?.end !== tag.length) return
  state.run = { startMs: timestamp.ms, text: '' }
  state.runs.push(state.run)
}

function tokenize(payload: string, state: State): void {
  let position = 0
  while (position < payload.length) {
    const tagStart = payload.indexOf('<', position)
    if (tagStart === -1) break
    if (tagStart > position) append(state, payload.slice(position, tagStart))
    const close = payload.indexOf('>', tagStart)
    const tagEnd = close === -1 ? payload.length : close
    const tag = payload.slice(tagStart + 1, tagEnd)
    if (tag.startsWith('/')) endTag(state, tag.slice(1))
    else if (/^\d/.test(tag)) timestampTag(state, tag)
    else startTag(state, tag)
    position = tagEnd + 1
  }
  if (position < payload.length) append(state, payload.slice(position))
  closeRubyText(state)
}

/**
 * Makes each line of a run a word with the run's times, so that a repeated line can be distinguished from new words.
 */
function toWords(runs: readonly Run[], startMs: number, endMs: number): Word[] {
  const words: Word[] = []
  let from = startMs
  for (const [index, run] of runs.entries()) {
    from = Math.max(from, Math.min(run.startMs, endMs))
    const to = Math.max(from, Math.min(runs[index + 1]?.startMs ?? endMs, endMs))
    for (const line of run.text.split('\n')) {
      const text = line.trim()
      if (text !== '') words.push({ startMs: from, endMs: to, text })
    }
  }
  return words
}

const TIME = String.raw`\d[\d:.,]{0,40}>`
const TIME_TAG = new RegExp(`<${TIME}`)

// No cue has more voices than a screen has room for.
const VOICES = /<v(?:\.[^\t\n\f >]{0,200})?[\t\n\f ]([^>]{1,200})>/g

/**
 * The speaker of a cue: the annotation of its voice spans, references decoded. Undefined without one, and where several people speak.
 * @see https://www.w3.org/TR/webvtt1/#webvtt-cue-voice-span
 */
export function webvttCueVoice(payload: string): string | undefined {
  if (!payload.includes('<v')) return undefined
  let voice: string | undefined
  for (const [, annotation = ''] of payload.matchAll(VOICES)) {
    const name = decodeReferences(annotation, decodeHTML).trim()
    if (name === '') continue
    if (voice !== undefined && voice !== name) return undefined
    voice = name
  }
  return voice
}

/** A payload and its times in milliseconds. */
export type TimedPayload = { payload: string; startMs: number; endMs: number }

/**
 * The parts of a payload in which one person speaks, each for a share of the cue's time by its length. Whole where one person speaks,
 * and if it has its own timestamps.
 */
export function webvttVoices(cue: TimedPayload): TimedPayload[] {
  const { payload, startMs, endMs } = cue
  if (!payload.includes('<v') || TIME_TAG.test(payload)) return [cue]
  const starts = [...payload.matchAll(VOICES)].map(({ index }) => index)
  if (starts.length < 2 || webvttCueVoice(payload) !== undefined) return [cue]
  const parts = [0, ...starts].map((start, index) => payload.slice(start, starts[index] ?? payload.length))
  const spoken = parts.map((part) => ({ part, length: webvttCueText(part, 0, 0).text.trim().length }))
  const total = spoken.reduce((sum, { length }) => sum + length, 0)
  if (endMs - startMs < total) return [cue]
  let before = 0
  return spoken.flatMap(({ part, length }) => {
    if (length === 0) return []
    const timeAt = (characters: number) => startMs + Math.round(((endMs - startMs) * characters) / total)
    before += length
    return [{ payload: part, startMs: timeAt(before - length), endMs: timeAt(before) }]
  })
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** A payload without its tags; null where a tag is a timestamp. */
function withoutTags(payload: string): string | null {
  let text = ''
  let position = 0
  for (let tag = payload.indexOf('<'); tag !== -1; tag = payload.indexOf('<', position)) {
    if (isDigit(payload.charCodeAt(tag + 1))) return null
    text += payload.slice(position, tag)
    const close = payload.indexOf('>', tag)
    if (close === -1) return text
    position = close + 1
  }
  return text + payload.slice(position)
}

/** The text of a payload whose tags only style it. Null for one that needs the tokenizer: references, ruby or timestamps. */
function plainText(payload: string): string | null {
  return payload.includes('&') || payload.includes('<ruby') ? null : withoutTags(payload)
}

const STANDARD_TAG = String.raw`/?${TAG_NAMES}(?:[\s./>]|$)|${TIME}|/?>|\.[\w.-]{1,40}>`
const OTHER_TAG = String.raw` ?([a-z][\w-]{0,30})(?:[\s.][^<>]{0,300})?>`
const KNOWN_SIGN = `${STANDARD_TAG}| ?/ ?[a-z][^<>]{0,300}>`
const BARE_SIGN = new RegExp(`<(?!${KNOWN_SIGN}|${OTHER_TAG})`, 'gi')
const OTHER_START = new RegExp(`<(?!${KNOWN_SIGN})(?=${OTHER_TAG})`, 'gi')
/** Replaces a `<` that is text. A file has no NUL: `parseWebvttFile` replaces it. */
const MARK = '\0'

/** Marks each `<` that begins neither a time nor a tag that is known or closed: what follows it is text, which the standard drops. */
function markBareSigns(payload: string): string {
  const marked = payload.replace(/<+(?=<)/g, (run) => MARK.repeat(run.length)).replace(BARE_SIGN, MARK)
  if (marked.search(OTHER_START) === -1) return marked
  const closed = closedTagNames(payload)
  return marked.replace(OTHER_START, (sign, name: string) => (closed.has(name.toLowerCase()) ? sign : MARK))
}

const unmark = (text: string) => text.replace(/\0/g, '<')

/**
 * Parses the payload of a WebVTT cue to plain text: tags are removed, HTML character references decoded once, a ruby text follows
 * its base in brackets. If the payload has timestamps, `words` are the texts between them. A `<` that begins no tag is text. Linear time.
 * @see https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules
 */
export function webvttCueText(raw: string, startMs: number, endMs: number): { text: string; words?: Word[] } {
  const payload = markBareSigns(raw)
  const plain = plainText(payload)
  if (plain !== null) return { text: unmark(plain) }
  if (!payload.includes('<')) return { text: unmark(decodeReferences(payload, decodeHTML)) }
  const run: Run = { startMs, text: '' }
  const state: State = { spans: [], runs: [run], run, rubyText: 'none' }
  tokenize(payload, state)
  for (const each of state.runs) each.text = unmark(each.text)
  const text = state.runs.map((part) => part.text).join('')
  return state.runs.length === 1 ? { text } : { text, words: toWords(state.runs, startMs, endMs) }
}
