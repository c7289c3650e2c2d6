import { decodeHTML } from 'entities/decode'
import type { Cue, ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import { xmlRoot } from '../parsing/xml-root'
import type { Warning } from '../warning'
import type { ReadFormat } from './format'

const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]{0,20})((?:\s[^<>]{0,1000})?)\/?>/gi
const CLASS_LANGUAGE = /\.([\w-]{1,40})\s{0,16}\{[^{}]{0,400}?\blang\s{0,8}:\s{0,8}([\w-]{2,35})/gi
const STYLE_LENGTH = 65_536
const START = /^-?\d{1,12}/

/** The value of an attribute, with or without quotes; '' where there is none. */
function attribute(attributes: string, name: 'start' | 'class' | 'id'): string {
  const pattern = new RegExp(String.raw`\s${name}\s{0,8}=\s{0,8}["']?([^\s"'<>]{1,100})`, 'i')
  return pattern.exec(attributes)?.[1] ?? ''
}

/** The text of one class from a time on; `startMs` is null where the time cannot be read. An empty text clears the screen. */
type Shown = { startMs: number | null; className: string; text: string; speaker: string }

const plainText = (html: string) =>
  decodeHTML(html)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

/** A last tag or reference without an end. */
const CUT_OFF = /(?:<(?:[a-z/!][^<>]{0,1000})?|&#?\w{0,20})$/i

/** Reads the document in its order: what each paragraph shows, and from when. */
function readShown(whole: string): Shown[] {
  const text = whole.replace(CUT_OFF, '')
  const shown: Shown[] = []
  let startMs: number | null | undefined
  let className = ''
  let isSource = false
  let source = ''
  let position = 0
  let html = ''
  const close = () => {
    const plain = plainText(html)
    html = ''
    if (startMs === undefined) return
    if (isSource) source = plain
    else shown.push({ startMs, className, text: plain, speaker: source })
    isSource = false
  }
  for (const match of text.matchAll(TAG)) {
    const [tag, slash, name = '', attributes = ''] = match
    html += text.slice(position, match.index).replace(/\s+/g, ' ')
    position = match.index + tag.length
    const element = name.toLowerCase()
    if (element === 'sync' && slash === '') {
      close()
      const start = START.exec(attribute(attributes, 'start'))?.[0]
      startMs = start === undefined ? null : Math.max(0, Number(start))
      className = ''
      source = ''
    } else if (element === 'p' && slash === '') {
      if (html.trim() !== '' || isSource) close()
      html = ''
      className = attribute(attributes, 'class').toLowerCase()
      isSource = attribute(attributes, 'id').toLowerCase() === 'source'
    } else if (element === 'br') html += '\n'
  }
  html += text.slice(position)
  close()
  return shown
}

/** The class with the most texts: a file has one for each language. */
function mainClass(shown: readonly Shown[]): { className: string; others: number } {
  const counts = new Map<string, number>()
  for (const { className, text } of shown) {
    if (text !== '' && className !== '') counts.set(className, (counts.get(className) ?? 0) + 1)
  }
  const [[className] = ['']] = [...counts].sort(([, a], [, b]) => b - a)
  return { className, others: Math.max(0, counts.size - 1) }
}

const chosen = (lang: string | undefined): Warning => ({
  code: 'track_chosen',
  detail: `This file has captions in several languages. Those in ${lang ?? 'the language with the most captions'} were read.`,
})

/**
 * Parses SAMI: what each `SYNC` shows until the next; the last ends where it begins. Of several languages, the one with the most
 * captions is read, with a warning. `dropped` counts texts with unreadable times, and cues beyond `MAX_CUES`. Never throws. Linear
 * time.
 * @see https://learn.microsoft.com/previous-versions/windows/desktop/dnacc/understanding-sami-1.0
 */
export function parseSami(text: string): ParsedCues {
  const parsed = noCues()
  const shown = readShown(text)
  const { className, others } = mainClass(shown)
  const languages = new Map(
    Array.from(text.slice(0, STYLE_LENGTH).matchAll(CLASS_LANGUAGE), ([, name = '', lang = '']) => [
      name.toLowerCase(),
      lang,
    ]),
  )
  const own = shown.filter((one) => one.className === '' || one.className === className)
  for (const [index, { startMs, text: said, speaker }] of own.entries()) {
    if (said === '') continue
    if (startMs === null) {
      dropCue(parsed)
      continue
    }
    const next = own.slice(index + 1, index + 20).find((later) => later.startMs !== null && later.startMs > startMs)
    const cue: Cue = { startMs, endMs: next?.startMs ?? startMs, text: said }
    addCue(parsed, speaker === '' ? cue : { ...cue, speaker })
  }
  const lang = languages.get(className)
  return { ...parsed, lang, ...(others > 0 && { warnings: [chosen(lang)] }) }
}

export const sami = {
  id: 'sami',
  label: 'SAMI',
  origin: 'Windows Media Player; of several languages, the one with the most captions',
  endings: ['smi', 'sami'],
  mediaTypes: ['application/x-sami', 'text/sami'],
  detect: ({ text, first }) => first === '<' && xmlRoot(text)?.name.toLowerCase() === 'sami',
  parse: parseSami,
} as const satisfies ReadFormat
