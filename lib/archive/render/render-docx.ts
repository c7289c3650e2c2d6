import type { IParagraphOptions } from 'docx'
import { formatShortClock } from '@/lib/captions/clock'
import type { Segment } from '@/lib/captions/cue'
import { changedSpeaker } from '@/lib/captions/formats/text/text'
import { type Paragraph, toParagraphs } from '@/lib/captions/layout/paragraphs'
import { withoutForbidden } from '@/lib/captions/parsing/xml'
import { speakerNames } from '@/lib/captions/speakers'
import { tidyText } from '@/lib/captions/text/tidy-text'
import { timeUrl } from '@/lib/captions/time-url'
import { Problem } from '@/lib/core/problem/problem'
import type { DocumentFacts } from './render-content'

/** A document is made in memory as a whole: a longer text than a hundred hours of speech is refused. */
const MAX_CHARACTERS = 8 * 1024 * 1024
const MAX_PARAGRAPHS = 20_000

const TOO_LONG =
  'This text is too long for a Word document. Take it as Markdown (format markdown), which has the same paragraphs and links.'

function checkLength(paragraphs: readonly Paragraph[]): void {
  const characters = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= MAX_CHARACTERS && paragraphs.length <= MAX_PARAGRAPHS) return
  const context = { max_characters: MAX_CHARACTERS, max_paragraphs: MAX_PARAGRAPHS, instead: 'markdown' }
  throw new Problem('file_too_large', { detail: TOO_LONG, context })
}

/**
 * Renders segments as a Word document (Office Open XML): the title, a link to the source, and paragraphs (see `toParagraphs`) that
 * begin with their time, linked, and at each change of speaker with the name. Throws `file_too_large` for a text that would take too much memory.
 */
export async function renderDocx(
  segments: readonly Segment[],
  { lang, title, url, platform, speakers }: DocumentFacts,
): Promise<Uint8Array> {
  const paragraphs = toParagraphs(segments, lang ?? undefined)
  checkLength(paragraphs)
  const { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } = await import('docx')
  const name = withoutForbidden(tidyText(title ?? ''))
  const link = (target: string, text: string) =>
    new ExternalHyperlink({
      link: withoutForbidden(target),
      children: [new TextRun({ text: withoutForbidden(text), style: 'Hyperlink' })],
    })
  const spaced = (options: IParagraphOptions) => new Paragraph({ ...options, spacing: { after: 160 } })
  const heading = name === '' ? [] : [new Paragraph({ text: name, heading: HeadingLevel.TITLE })]
  const names = speakerNames(speakers)
  const body = paragraphs.map(({ startMs, text, speaker }, index) => {
    const name = changedSpeaker(names, speaker, paragraphs[index - 1]?.speaker)
    return spaced({
      children: [
        link(timeUrl(platform, url, startMs), formatShortClock(startMs)),
        ...(name === undefined ? [] : [new TextRun({ text: ` ${withoutForbidden(name)}:`, bold: true })]),
        new TextRun({ text: ` ${withoutForbidden(text)}` }),
      ],
    })
  })
  const document = new Document({
    creator: 'Verbatim',
    title: name,
    ...(lang ? { styles: { default: { document: { run: { language: { value: lang } } } } } } : {}),
    sections: [{ children: [...heading, spaced({ children: [new TextRun('Source: '), link(url, url)] }), ...body] }],
  })
  return Packer.toBuffer(document)
}
