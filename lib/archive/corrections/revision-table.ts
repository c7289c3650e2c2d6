import type pg from 'pg'
import type { Segment } from '@/lib/captions/cue'
import { combineChanges } from '@/lib/captions/edit/combine-changes'
import type { TextChange } from '@/lib/captions/edit/text-change'
import type { Db } from '@/lib/core/db/db'
import { unpackSegments } from '../transcripts/stored-segments'
import { packChange, previewChange, unpackChange } from './stored-change'

/** How many revisions of a text are kept, and how long they may be together. The oldest ones are combined to stay within. */
const MAX_REVISIONS = 1_000
const MAX_REVISION_BYTES = 32 * 1024 * 1024

/** The changes of a text that were made after a revision, the last one first; null where it is not kept. */
export async function loadChangesAfter(
  client: pg.ClientBase,
  transcriptId: string,
  number: number,
): Promise<TextChange[] | null> {
  const { rows } = await client.query<{ number: number; changes: unknown }>(
    'select number, changes from revision where transcript_id = $1 and number >= $2 order by number desc',
    [transcriptId, number],
  )
  if (number > 0 && rows.at(-1)?.number !== number) return null
  return rows.filter((row) => row.number > number).map(({ changes }) => unpackChange(changes))
}

/** The segments of a corrected text as the engine has made them last; null where it has made them once. */
export async function loadBase(client: pg.ClientBase, transcriptId: string): Promise<Segment[] | null> {
  const { rows } = await client.query<{ base: Parameters<typeof unpackSegments>[0] }>(
    'select base from revision where transcript_id = $1 and base is not null order by number desc limit 1',
    [transcriptId],
  )
  return rows[0] ? unpackSegments(rows[0].base) : null
}

/** The length of a text's changes after a revision. */
export async function bytesAfter(tx: Db, transcriptId: string, number: number): Promise<number> {
  const { _sum: sum } = await tx.revision.aggregate({
    where: { transcriptId, number: { gt: number } },
    _sum: { bytes: true },
  })
  return sum.bytes ?? 0
}

type Oldest = { id: string; number: number; changes: unknown }

/** Combines the two oldest revisions of a text into the later of them. */
async function combineTwo(client: pg.ClientBase, transcriptId: string): Promise<void> {
  const { rows } = await client.query<Oldest>(
    'select id, number, changes from revision where transcript_id = $1 order by number limit 2',
    [transcriptId],
  )
  const [first, second] = rows
  if (!first || !second) return
  const combined = combineChanges(unpackChange(first.changes), unpackChange(second.changes))
  const changes = packChange(combined)
  await client.query(
    `update revision set kind = 'combined', summary = $2, changes = $3, preview = $4, places = $5, bytes = $6,
            base = coalesce(base, (select base from revision where id = $7)), unplaced = '[]' where id = $1`,
    [
      second.id,
      'Older revisions',
      changes,
      JSON.stringify(previewChange(combined)),
      combined.segments.length,
      Buffer.byteLength(changes),
      first.id,
    ],
  )
  await client.query('delete from revision where id = $1', [first.id])
}

/** Makes room for one more revision of a text: while there are too many, the two oldest become one. */
export async function combineOldest(client: pg.ClientBase, transcriptId: string): Promise<void> {
  for (;;) {
    await client.query('begin')
    try {
      await client.query('select 1 from transcript where id = $1 for no key update', [transcriptId])
      const { rows } = await client.query<{ count: number; bytes: number }>(
        'select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from revision where transcript_id = $1',
        [transcriptId],
      )
      const { count = 0, bytes = 0 } = rows[0] ?? {}
      const isFull = count >= MAX_REVISIONS || (count > 1 && bytes > MAX_REVISION_BYTES)
      if (isFull) await combineTwo(client, transcriptId)
      await client.query('commit')
      if (!isFull) return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
}
