import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { type SegmentJson, segmentJson } from '@/lib/captions/formats/json/json'
import type { LargeDocument, Transcript } from '@/lib/captions/transcript'

/** The characters that a page shows of a text that is too large for memory: more than those of twelve hours of speech. */
const PAGE_BYTES = 1024 * 1024
/** The segments that a page shows: more than those of ten hours. Rendering them takes a tenth of a second. */
const PAGE_SEGMENTS = 20_000

/** What a page shows of a text, and whether that is all of it. */
export type PageText = { segments: NonNullable<Transcript['segments']>; isWhole: boolean }

/** The text of a transcript, or its beginning, as much as a page can show. */
export async function loadPageText(
  { document, segments = [] }: Pick<Transcript, 'document' | 'segments'>,
  signal: AbortSignal,
): Promise<PageText> {
  const text = document ? await loadBeginning(document, signal) : segments
  return { segments: text.slice(0, PAGE_SEGMENTS), isWhole: !document && text.length <= PAGE_SEGMENTS }
}

/** The beginning of a large text, without word times. */
async function loadBeginning(document: LargeDocument, signal: AbortSignal): Promise<SegmentJson[]> {
  const { transcriptId, changedAt, coveredMs, reader } = document
  const untilMs = coveredMs ?? Number.MAX_SAFE_INTEGER
  const input = { version: { transcriptId, changedAt }, fromMs: 0, untilMs, maxBytes: PAGE_BYTES }
  const { segments } = await runTextTask('readSegments', input, { owner: reader, signal })
  return segments.map(segmentJson)
}
