import type pg from 'pg'
import type { TextVersion } from '@/lib/archive/texts/text-tasks'
import { packSegments, packSpeakers, unpackSegments, unpackSpeakers } from '@/lib/archive/transcripts/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import type { Speaker } from '@/lib/captions/speakers'
import { Problem } from '@/lib/core/problem/problem'

type Stored = Parameters<typeof unpackSegments>[0]

/** The segments of a stored text, and who speaks in it. */
export type StoredText = { segments: Segment[]; speakers: Speaker[] }

/** A stored text with its speakers. Throws as `loadText` does. */
export async function loadSpokenText(
  client: pg.ClientBase,
  { transcriptId, changedAt }: TextVersion,
): Promise<StoredText> {
  const { rows } = await client.query<{ segments: Stored; speakers: Stored }>(
    'select segments, speakers from transcript where id = $1 and changed_at = $2',
    [transcriptId, new Date(changedAt)],
  )
  const [row] = rows
  if (!row) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  return { segments: unpackSegments(row.segments), speakers: unpackSpeakers(row.speakers) }
}

/** The text that a worker has read last, until its memory is needed: a long one is often read in many parts. */
let lastRead: { key: string; segments: WeakRef<Segment[]> } | null = null

async function isCurrent(client: pg.ClientBase, { transcriptId, changedAt }: TextVersion): Promise<boolean> {
  const values = [transcriptId, new Date(changedAt)]
  return (await client.query('select from transcript where id = $1 and changed_at = $2', values)).rowCount === 1
}

/**
 * The segments of a stored text, which must not be changed. Throws `service_unavailable` when it has been replaced or removed just
 * now.
 */
export async function loadText(client: pg.ClientBase, version: TextVersion): Promise<Segment[]> {
  const key = `${version.transcriptId} ${version.changedAt}`
  const known = lastRead?.key === key ? lastRead.segments.deref() : undefined
  if (known && (await isCurrent(client, version))) return known
  const { segments } = await loadSpokenText(client, version)
  lastRead = { key, segments: new WeakRef(segments) }
  return segments
}

/** The segments of a text as it is stored now; none when it has been removed. */
export async function loadCurrentText(client: pg.Client, transcriptId: string): Promise<Segment[]> {
  const { rows } = await client.query<{ changedAt: Date }>(
    'select changed_at as "changedAt" from transcript where id = $1',
    [transcriptId],
  )
  const [row] = rows
  return row ? loadText(client, { transcriptId, changedAt: row.changedAt.getTime() }) : []
}

/** Stages a parsed text until it is stored with a transcript, and deletes staged texts that were never stored. */
export async function stageText(
  client: pg.Client,
  text: { id: string; segments: readonly Segment[]; speakers: readonly Speaker[]; words: readonly string[] },
): Promise<void> {
  await client.query(`delete from staged_text where created_at < now() - interval '10 minutes'`)
  await client.query(
    'insert into staged_text (id, segments, speakers, tokens) values ($1, $2, $3, array_to_tsvector($4::text[]))',
    [text.id, JSON.stringify(packSegments(text.segments)), JSON.stringify(packSpeakers(text.speakers)), text.words],
  )
}
