import type { Segment } from '@/lib/captions/cue'
import { renderMarkdown, renderText } from '@/lib/captions/formats/documents'
import { renderSrt } from '@/lib/captions/formats/srt'
import { renderWebvtt } from '@/lib/captions/formats/webvtt'
import { timeUrl } from '@/lib/captions/time-url'
import type { Format, LargeDocument } from '@/lib/captions/transcript'

/** What a document contains about its text and its recording. */
export type DocumentFacts = Pick<LargeDocument, 'lang' | 'title' | 'url' | 'platform'>

/** A text as one document of a format other than JSON. */
export function renderContent(
  segments: readonly Segment[],
  format: Exclude<Format, 'json'>,
  { lang, title, url, platform }: DocumentFacts,
): string {
  const options = { lang: lang ?? undefined }
  switch (format) {
    case 'text':
      return renderText(segments, options)
    case 'srt':
      return renderSrt(segments)
    case 'vtt':
      return renderWebvtt(segments)
    case 'markdown':
      return renderMarkdown(segments, {
        ...options,
        title,
        sourceUrl: url,
        timeUrl: (startMs) => timeUrl(platform, url, startMs),
      })
  }
}
