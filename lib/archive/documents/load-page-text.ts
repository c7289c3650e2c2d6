import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { segmentJson } from '@/lib/captions/formats/json/json'
import type { LargeDocument, Transcript } from '@/lib/captions/transcript'

/** The part on a page of a text that a worker process reads: more than twelve hours of speech. */
const PAGE_BYTES = 2 * 1024 * 1024
/** The segments that a page shows: more than those of ten hours. */
const PAGE_SEGMENTS = 20_000

/** The text of a page, whether it is complete, and whether the times of its words can be loaded. */
export type PageText = { segments: NonNullable<Transcript['segments']>; isWhole: boolean; hasWords: boolean }

/** The text of a transcript, or its beginning, as much as a page can show. */
export async function loadPageText(
  { document, segments = [] }: Pick<Transcript, 'document' | 'segments'>,
  signal: AbortSignal,
): Promise<PageText> {
  if (document) return loadBeginning(document, signal)
  return { segments, isWhole: true, hasWords: segments.some(({ words }) => words !== undefined) }
}

/** The beginning of a large text, without word times. */
async function loadBeginning(document: LargeDocument, signal: AbortSignal): Promise<PageText> {
  const { transcriptId, changedAt, coveredMs, reader } = document
  const untilMs = coveredMs ?? Number.MAX_SAFE_INTEGER
  const input = { version: { transcriptId, changedAt }, fromMs: 0, untilMs, maxBytes: PAGE_BYTES }
  const { segments, isLast, hasWords } = await runTextTask('readSegments', input, { owner: reader, signal })
  const isWhole = isLast && segments.length <= PAGE_SEGMENTS
  return { segments: segments.slice(0, PAGE_SEGMENTS).map(segmentJson), isWhole, hasWords: isWhole && hasWords }
}
