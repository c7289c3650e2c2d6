import type { LargeDocument } from '@/lib/captions/large-document'
import { type SegmentJson, segmentJson } from '@/lib/captions/render-json'
import { runTextTask } from '@/lib/texts/run-text-task'

/** What a page shows of a text that is too large to be in memory: twelve hours of speech have less. */
const PAGE_BYTES = 1024 * 1024

/** As much of a large text, from its beginning, as a page can show, without the times of single words. */
export async function loadBeginning(document: LargeDocument, signal: AbortSignal): Promise<SegmentJson[]> {
  const { transcriptId, changedAt, coveredMs, reader } = document
  const untilMs = coveredMs ?? Number.MAX_SAFE_INTEGER
  const input = { version: { transcriptId, changedAt }, fromMs: 0, untilMs, maxBytes: PAGE_BYTES }
  const { segments } = await runTextTask('readSegments', input, { owner: reader, signal })
  return segments.map(segmentJson)
}
