import { type SegmentJson, segmentJson } from '@/lib/captions/formats/documents'
import type { LargeDocument } from '@/lib/captions/transcript'
import { runTextTask } from '@/lib/texts/run-text-task'

/** The characters that a page shows of a text that is too large for memory: more than those of twelve hours of speech. */
const PAGE_BYTES = 1024 * 1024

/** The beginning of a large text, as much as a page can show, without word times. */
export async function loadTextPreview(document: LargeDocument, signal: AbortSignal): Promise<SegmentJson[]> {
  const { transcriptId, changedAt, coveredMs, reader } = document
  const untilMs = coveredMs ?? Number.MAX_SAFE_INTEGER
  const input = { version: { transcriptId, changedAt }, fromMs: 0, untilMs, maxBytes: PAGE_BYTES }
  const { segments } = await runTextTask('readSegments', input, { owner: reader, signal })
  return segments.map(segmentJson)
}
