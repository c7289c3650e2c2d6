import path from 'node:path'
import { formatShortClock } from '@/lib/captions/clock'
import type { Segment } from '@/lib/captions/cue'
import { changedSpeaker } from '@/lib/captions/formats/text/text'
import { type Paragraph, toParagraphs } from '@/lib/captions/layout/paragraphs'
import { withoutForbidden } from '@/lib/captions/parsing/xml'
import { speakerNames } from '@/lib/captions/speakers'
import { tidyText } from '@/lib/captions/text/tidy-text'
import { timeUrl } from '@/lib/captions/time-url'
import { Problem } from '@/lib/core/problem/problem'
import type { DocumentFacts } from '../render-content'

/** The scripts that the typefaces of this folder and of Typst have. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Arabic',
  'Armenian',
  'Georgian',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Common',
  'Inherited',
]

const MISSING = new RegExp(`(?![${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}])\\p{L}`, 'u')

/** The first letter of a script that no typeface has; null where there is none. */
function missingLetter(text: string): string | null {
  return MISSING.exec(text)?.[0] ?? null
}

/** Whether a text is written from right to left: its first letter decides, as in Unicode's rules (TR 9, P2). */
function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(letter)
}

/** The typefaces with Chinese characters, and the languages (BCP 47) whose forms of them each has. */
const HAN_TYPEFACES: readonly (readonly [string, RegExp])[] = [
  ['Noto Sans TC', /^(?:yue|zh-(?:Hant|TW|HK|MO))/i],
  ['Noto Sans SC', /^(?:zh|cmn|wuu)/i],
  ['Noto Sans KR', /^ko/i],
  ['Noto Sans JP', /^/],
]

/** The typefaces with Chinese characters, that of a language first. */
function hanTypefaces(lang: string | null): string[] {
  const [own] = HAN_TYPEFACES.find(([, languages]) => languages.test(lang ?? '')) ?? []
  const names = HAN_TYPEFACES.map(([name]) => name)
  return [...names.filter((name) => name === own), ...names.filter((name) => name !== own)]
}

/** The layout of a transcript as a PDF, in Typst. Everything that users wrote is data, and never part of this source. */
const TEMPLATE = `
#let document-data = json(bytes(sys.inputs.document))
#let gray = rgb("#5c5953")
#set document(title: document-data.title)
#set page(paper: "a4", margin: (x: 2.4cm, top: 2.4cm, bottom: 2.6cm), numbering: "1")
#set text(
  font: ("Libertinus Serif", "Amiri", ..document-data.typefaces),
  size: 11pt,
  lang: document-data.lang,
  hyphenate: false,
)
#set par(leading: 0.8em, spacing: 1.2em)
#show heading: set text(size: 18pt)
#show heading: set par(leading: 0.6em)

#let paragraph(entry) = {
  set text(dir: if entry.rtl { rtl } else { ltr })
  set align(if entry.rtl { right } else { left })
  par({
    link(entry.url, text(fill: gray, size: 9.5pt, number-width: "tabular", entry.time))
    [ ]
    if entry.name != "" { strong(entry.name + ":") + [ ] }
    entry.text
  })
}

#if document-data.title != "" { heading(level: 1, document-data.title) }
#text(size: 9.5pt, fill: gray)[Source: #link(document-data.source, document-data.source)]
#v(0.8em)
#for entry in document-data.paragraphs { paragraph(entry) }
`

/** Typst lays out the document as a whole: a longer text than about fifteen hours of speech takes more memory than a worker has. */
const MAX_CHARACTERS = 1_000_000
const MAX_PARAGRAPHS = 5_000

const TOO_LONG =
  'This text is too long for a PDF. Take it as a Word document (docx), which has the same paragraphs and links.'

function checkLength(paragraphs: readonly Paragraph[]): void {
  const characters = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= MAX_CHARACTERS && paragraphs.length <= MAX_PARAGRAPHS) return
  const context = { max_characters: MAX_CHARACTERS, max_paragraphs: MAX_PARAGRAPHS, instead: 'docx' }
  throw new Problem('file_too_large', { detail: TOO_LONG, context })
}

function checkLetters(texts: readonly string[]): void {
  for (const text of texts) {
    const letter = missingLetter(text)
    if (letter === null) continue
    const detail = `A PDF can't show the letter "${letter}" of this text. Take the text as a Word document (docx).`
    throw new Problem('unsupported_format', { detail, context: { letter, instead: 'docx' } })
  }
}

/** Typst takes hyphenation and quotes from the main subtag, and refuses a longer one. */
const mainSubtag = (lang: string | null) => /^[a-z]{2,3}(?=-|$)/i.exec(lang ?? '')?.[0].toLowerCase() ?? 'en'

/**
 * Renders segments as a PDF of A4 pages, tagged for screen readers: the title, a link to the source, and paragraphs (see `toParagraphs`)
 * that begin with their time, linked, and at each change of speaker with the name. The typefaces are embedded as far as they are used. Throws
 * `file_too_large` for a text that would take too much memory, and `unsupported_format` for one in a script without a typeface.
 */
export async function renderPdf(
  segments: readonly Segment[],
  { lang, title, url, platform, speakers }: DocumentFacts,
): Promise<Uint8Array> {
  const paragraphs = toParagraphs(segments, lang ?? undefined)
  checkLength(paragraphs)
  const names = speakerNames(speakers)
  const printed = paragraphs.map(({ startMs, text, speaker }, index) => ({
    url: timeUrl(platform, url, startMs),
    time: formatShortClock(startMs),
    name: withoutForbidden(changedSpeaker(names, speaker, paragraphs[index - 1]?.speaker) ?? ''),
    text: withoutForbidden(text),
    rtl: isRightToLeft(text),
  }))
  const name = withoutForbidden(tidyText(title ?? ''))
  checkLetters([name, ...printed.flatMap((paragraph) => [paragraph.name, paragraph.text])])
  const document = {
    title: name,
    source: url,
    lang: mainSubtag(lang),
    typefaces: hanTypefaces(lang),
    paragraphs: printed,
  }
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  const fontPaths = [path.resolve('lib/archive/render/pdf/typefaces')]
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths }] })
  const compiled = compiler.compile({ mainFileContent: TEMPLATE, inputs: { document: JSON.stringify(document) } })
  if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics))
  const pdf = compiler.pdf(compiled.result)
  // Typst keeps what it has laid out for the next document.
  compiler.evictCache(0)
  return pdf
}
