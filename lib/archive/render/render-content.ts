import type { Segment } from '@/lib/captions/cue'
import { writtenFormat } from '@/lib/captions/formats/formats'
import { chosenLayout } from '@/lib/captions/layout/subtitle-layout'
import { speakerNames } from '@/lib/captions/speakers'
import { timeUrl } from '@/lib/captions/time-url'
import type { Format, LargeDocument } from '@/lib/captions/transcript'

/** The facts of a document about its text and its recording. */
export type DocumentFacts = Pick<LargeDocument, 'lang' | 'title' | 'url' | 'platform' | 'speakers' | 'options'>

/** A text as one document of a format other than JSON. */
export function renderContent(
  segments: readonly Segment[],
  format: Exclude<Format, 'json'>,
  { lang, title, url, platform, speakers, options }: DocumentFacts,
): string {
  return writtenFormat(format).render(segments, {
    lang,
    title,
    sourceUrl: url,
    timeUrl: (startMs) => timeUrl(platform, url, startMs),
    names: speakerNames(speakers),
    layout: chosenLayout(options),
    words: options.words === true,
  })
}
