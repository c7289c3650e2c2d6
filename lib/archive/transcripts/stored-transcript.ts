import { INLINE_TEXT_BYTES } from '@/lib/archive/texts/text-limits'
import type { TextVersion } from '@/lib/archive/texts/text-tasks'
import type { Segment } from '@/lib/captions/cue'
import { MISSING_WORDS } from '@/lib/captions/missing-words'
import type { LargeDocument } from '@/lib/captions/transcript'
import { type Db, db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { unpackSegments, withinPart } from './stored-segments'

/** A stored transcript. Its segments are present only where they were loaded with it, and never for a large text. */
export type StoredTranscript = Omit<rows.Transcript, 'segments'> & { segments?: Prisma.JsonValue | null }

/** Prisma option that omits the segments of a stored transcript. */
export const WITHOUT_TEXT = { segments: true } as const

/** A stored transcript's segments in SQL, of the table as `t`: null where they are large. */
export const SMALL_TEXT_SQL = `case when t.segments_bytes <= ${INLINE_TEXT_BYTES} then t.segments end`

/** Whether a stored transcript, of the table as `t`, is known to lack words, in SQL. */
export const LACKS_WORDS_SQL = `exists (select from json_array_elements(t.warnings) w
  where w ->> 'code' in (${MISSING_WORDS.map((code) => `'${code}'`).join(', ')}))`

/** Whether a text is too large for memory: worker processes work on it, and responses with it are streamed. */
export function isLarge(transcript: Pick<StoredTranscript, 'segmentsBytes'>): boolean {
  return isLongerThan(transcript, INLINE_TEXT_BYTES)
}

/** Whether a text has more than so many bytes as it is stored. */
export function isLongerThan({ segmentsBytes }: Pick<StoredTranscript, 'segmentsBytes'>, bytes: number): boolean {
  return segmentsBytes !== null && segmentsBytes > bytes
}

/** The bytes of no segments: `[]`. */
const EMPTY_BYTES = 2

/** Whether a transcript has no segments, because the recording has no speech. */
export function isSilent({ segmentsBytes }: Pick<StoredTranscript, 'segmentsBytes'>): boolean {
  return segmentsBytes === EMPTY_BYTES
}

/** The parts of a transcript's time that have no text although there is speech. */
export function missingOf({ missing }: { missing?: unknown }): [startMs: number, endMs: number][] {
  return (missing ?? []) as [number, number][]
}

/** How much of a recording a text covers, which is what is charged. */
export function textMs(text: { coveredMs: number; missing?: unknown }): number {
  return missingOf(text).reduce((left, [startMs, endMs]) => left - (endMs - startMs), text.coveredMs)
}

/** The present version of a text, to be processed by a worker process. */
export function versionOf({ id, changedAt }: Pick<StoredTranscript, 'id' | 'changedAt'>): TextVersion {
  return { transcriptId: id, changedAt: changedAt.getTime() }
}

/** The segments of a stored text that is not large. Throws `service_unavailable` when it has just been replaced. */
export async function loadSegments(stored: StoredTranscript, tx: Db = db()): Promise<Segment[]> {
  if (stored.segments) return unpackSegments(stored.segments)
  const { id, changedAt } = stored
  const row = await tx.transcript.findFirst({ where: { id, changedAt }, select: { segments: true } })
  if (!row) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  return unpackSegments(row.segments)
}

/** The segments of a described text, within the part that it describes. Null for a large one, and for one that has just been replaced. */
export async function loadShortText({ transcriptId, changedAt, coveredMs }: LargeDocument): Promise<Segment[] | null> {
  const where = { id: transcriptId, changedAt: new Date(changedAt), segmentsBytes: { lte: INLINE_TEXT_BYTES } }
  const row = await db().transcript.findFirst({ where, select: { segments: true } })
  return row && withinPart(unpackSegments(row.segments), coveredMs)
}
