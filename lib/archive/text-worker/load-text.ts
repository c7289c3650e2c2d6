import type pg from 'pg'
import { unpackSegments } from '@/lib/archive/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import { Problem } from '@/lib/platform/problem'
import type { TextVersion } from '@/lib/texts/text-tasks'

/** The segments of a stored text. Throws `service_unavailable` when it has been replaced or removed just now. */
export async function loadText(client: pg.Client, { transcriptId, changedAt }: TextVersion): Promise<Segment[]> {
  const { rows } = await client.query<{ segments: Parameters<typeof unpackSegments>[0] }>(
    'select segments from transcript where id = $1 and changed_at = $2',
    [transcriptId, new Date(changedAt)],
  )
  const [row] = rows
  if (!row) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  return unpackSegments(row.segments)
}

/** The segments that start within a user's part of a text; null: all of it. */
export function withinPart(segments: Segment[], coveredMs: number | null): Segment[] {
  return coveredMs === null ? segments : segments.filter(({ startMs }) => startMs < coveredMs)
}
