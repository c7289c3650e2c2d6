import type { Segment } from '@/lib/captions/cue'
import { renderAss } from '@/lib/captions/formats/ass'
import { renderMarkdown, renderText } from '@/lib/captions/formats/documents'
import { renderSrt } from '@/lib/captions/formats/srt'
import { renderTtml } from '@/lib/captions/formats/ttml'
import { renderWebvtt } from '@/lib/captions/formats/webvtt'
import { chosenLayout } from '@/lib/captions/layout/subtitle-layout'
import { speakerNames } from '@/lib/captions/speakers'
import { timeUrl } from '@/lib/captions/time-url'
import type { Format, LargeDocument } from '@/lib/captions/transcript'

/** What a document contains about its text and its recording. */
export type DocumentFacts = Pick<LargeDocument, 'lang' | 'title' | 'url' | 'platform' | 'speakers' | 'options'>

/** A text as one document of a format other than JSON. */
export function renderContent(
  segments: readonly Segment[],
  format: Exclude<Format, 'json'>,
  { lang, title, url, platform, speakers, options }: DocumentFacts,
): string {
  const names = speakerNames(speakers)
  const layout = chosenLayout(options)
  const text = { lang: lang ?? undefined, names }
  switch (format) {
    case 'text':
      return renderText(segments, text)
    case 'srt':
      return renderSrt(segments, names, layout)
    case 'vtt':
      return renderWebvtt(segments, { names, words: options.words === true, layout })
    case 'ttml':
      return renderTtml(segments, { lang, title, names, layout })
    case 'ass':
      return renderAss(segments, { title, names, layout })
    case 'markdown':
      return renderMarkdown(segments, {
        ...text,
        title,
        sourceUrl: url,
        timeUrl: (startMs) => timeUrl(platform, url, startMs),
      })
  }
}
