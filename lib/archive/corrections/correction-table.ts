import type pg from 'pg'
import type { SpokenText } from '@/lib/captions/edit/text-change'
import { type Db, db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { packSegments, packSpeakers } from '../transcripts/stored-segments'

/** Stages a corrected text with the changes that led to it. */
export async function stageCorrectedText(
  client: pg.ClientBase,
  staged: { id: string; text: SpokenText; words: readonly string[]; changes: string; base: SpokenText | null },
): Promise<void> {
  const { id, text, words, changes, base } = staged
  await client.query(`delete from staged_text where created_at < now() - interval '10 minutes'`)
  await client.query(
    `insert into staged_text (id, segments, speakers, tokens, changes, base)
     values ($1, $2, $3, array_to_tsvector($4::text[]), $5, $6)`,
    [
      id,
      JSON.stringify(packSegments(text.segments)),
      JSON.stringify(packSpeakers(text.speakers)),
      words,
      changes,
      base && JSON.stringify(packSegments(base.segments)),
    ],
  )
}

/** Locks a text against changes until the transaction's end. Returns whether it is still of that version. */
export async function lockTextVersion(tx: Prisma.TransactionClient, id: string, changedAt: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<{ changedAt: Date }[]>`
    select changed_at as "changedAt" from transcript where id = ${id}::uuid for no key update`
  return rows[0]?.changedAt.getTime() === changedAt.getTime()
}

/** Locks a library item and returns the transcript that it leads to; null where it is gone. */
export async function lockItemText(tx: Prisma.TransactionClient, userId: string, id: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ transcriptId: string | null }[]>`
    select transcript_id as "transcriptId" from library_item
    where id = ${id}::uuid and user_id = ${userId}::uuid for update`
  return rows[0]?.transcriptId ?? null
}

/** Copies a text, all but its segments, for the library item that is to have corrections of it. */
export async function copyTextForItem(
  tx: Prisma.TransactionClient,
  { id, textId, libraryItemId }: { id: string; textId: string; libraryItemId: string },
): Promise<void> {
  await tx.$executeRaw`
    insert into transcript (id, media_id, requested_lang, also_requested, origin, lang, source, engine_name, engine_model,
                            lang_specified, original, edition, available_langs, segments, speakers, covered_ms, total_ms,
                            complete, missing, warnings, created_at, changed_at, corrected_from_id, corrected_from_version)
    select ${id}::uuid, t.media_id, e.requested_lang, e.also_requested, ${`edit:${id}`}, t.lang, t.source, t.engine_name,
           t.engine_model, t.lang_specified, t.original, 0, t.available_langs, '[]', '[]', t.covered_ms, t.total_ms,
           t.complete, t.missing, t.warnings, t.created_at, now(), t.id, t.changed_at
    from transcript t, library_item e where t.id = ${textId}::uuid and e.id = ${libraryItemId}::uuid`
}

/** Stores a staged text as the next revision of a corrected one. Returns its number; null where it was staged too long. */
export async function storeStagedCorrection(
  tx: Prisma.TransactionClient,
  { id, stagedId }: { id: string; stagedId: string },
): Promise<number | null> {
  const rows = await tx.$queryRaw<{ revision: number }[]>`
    update transcript t set segments = s.segments, speakers = s.speakers, revision = t.revision + 1,
           changed_at = greatest(now(), t.changed_at + interval '1 millisecond')
    from staged_text s where t.id = ${id}::uuid and s.id = ${stagedId}::uuid returning t.revision`
  return rows[0]?.revision ?? null
}

/** A revision without its staged text. */
export type NewRevision = {
  id: string
  userId: string
  transcriptId: string
  libraryItemId: string
  number: number
  kind: string
  summary: string
  preview: unknown
  places: number
  bytes: number
  unplaced: unknown
}

export async function storeStagedRevision(
  tx: Prisma.TransactionClient,
  revision: NewRevision,
  stagedId: string,
): Promise<void> {
  const { id, userId, transcriptId, libraryItemId, number, kind, summary, preview, places, bytes, unplaced } = revision
  await tx.$executeRaw`
    insert into revision (id, user_id, transcript_id, library_item_id, number, kind, summary, preview, places, changes,
                          bytes, base, unplaced)
    select ${id}::uuid, ${userId}::uuid, ${transcriptId}::uuid, ${libraryItemId}::uuid, ${number}, ${kind}::revision_kind,
           ${summary}, ${JSON.stringify(preview)}::json, ${places}, s.changes, ${bytes}, s.base,
           ${JSON.stringify(unplaced)}::json
    from staged_text s where s.id = ${stagedId}::uuid`
}

/** Makes corrected copies of a text those of the one that has taken its place. Their own words stay. */
export async function moveCorrections(tx: Db, fromId: string, toId: string): Promise<void> {
  await tx.$executeRaw`
    update transcript set corrected_from_id = ${toId}::uuid where corrected_from_id = ${fromId}::uuid`
}

/** Makes a corrected text the copy of another one, which its correction has yet to take over. */
export async function setCorrectedFrom(tx: Db, id: string, correctedFromId: string): Promise<void> {
  await tx.$executeRaw`
    update transcript set corrected_from_id = ${correctedFromId}::uuid, corrected_from_version = null
    where id = ${id}::uuid and corrected_from_id is distinct from ${correctedFromId}::uuid`
}

/** Corrected texts whose original has been stored anew since its words were taken over. */
export async function findOutdatedCorrections(originalId: string | null, limit: number): Promise<string[]> {
  const found = await db().$queryRaw<{ id: string }[]>`
    select c.id from transcript c join transcript t on t.id = c.corrected_from_id
    where c.corrected_from_version is distinct from t.changed_at
      and (${originalId}::uuid is null or t.id = ${originalId}::uuid)
    order by c.id limit ${limit}`
  return found.map(({ id }) => id)
}

/** Copies the facts of an original's version to the corrected text that is based on it. The text's own version stays. */
export async function copyFacts(
  tx: Prisma.TransactionClient,
  { id, fromId, version }: { id: string; fromId: string; version: Date },
): Promise<void> {
  await tx.$executeRaw`
    update transcript c set corrected_from_version = ${version}, lang = t.lang, source = t.source,
           engine_name = t.engine_name, engine_model = t.engine_model, lang_specified = t.lang_specified,
           original = t.original, available_langs = t.available_langs, covered_ms = t.covered_ms, total_ms = t.total_ms,
           complete = t.complete, missing = t.missing, warnings = t.warnings
    from transcript t where c.id = ${id}::uuid and t.id = ${fromId}::uuid`
}

/** Forgets the versions that the engine made earlier: one is enough to tell corrections from its words. */
export async function deleteOlderBases(tx: Prisma.TransactionClient, id: string, number: number): Promise<void> {
  await tx.$executeRaw`
    update revision set base = null where transcript_id = ${id}::uuid and number < ${number} and base is not null`
}
