import type { Segment } from '@/lib/captions/cue'
import { runInSlices } from '@/lib/captions/run-in-slices'
import { searchTokens } from '@/lib/captions/search-words'
import type { Db } from '@/lib/platform/db'
import { collectWords } from './collect-words'
import { isLarge, loadSegments, type StoredTranscript } from './stored-transcript'

export async function titleOf(tx: Db, mediaId: string): Promise<string | null> {
  return (await tx.media.findUniqueOrThrow({ where: { id: mediaId }, select: { title: true } })).title
}

async function wordsOf(tx: Db, mediaId: string, segments: readonly Segment[]): Promise<readonly string[]> {
  return runInSlices(collectWords(await titleOf(tx, mediaId), segments))
}

/** Stores the search words of a transcript that have been collected. */
export async function saveWords(tx: Db, id: string, words: readonly string[]): Promise<void> {
  await tx.$executeRaw`update transcript set tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
}

/** The same for a library item with a part of a transcript. */
export async function savePartWords(tx: Db, libraryItemId: string, words: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    insert into library_item_text (library_item_id, user_id, created_at, tokens)
    select id, user_id, created_at, array_to_tsvector(${words}::text[]) || coalesce(title_tokens, ''::tsvector)
    from library_item where id = ${libraryItemId}::uuid
    on conflict (library_item_id) do update set tokens = excluded.tokens`
}

/** Indexes a transcript for everyone who has it whole: the words of its title and its text. */
export async function indexTranscript(
  tx: Db,
  { id, mediaId }: { id: string; mediaId: string },
  segments: readonly Segment[],
): Promise<void> {
  await saveWords(tx, id, await wordsOf(tx, mediaId, segments))
}

/** The same for a staged text: its words have been collected with it. */
export async function indexStagedTranscript(
  tx: Db,
  { id, mediaId, stagedId }: { id: string; mediaId: string; stagedId: string },
): Promise<void> {
  const words = [...searchTokens((await titleOf(tx, mediaId)) ?? '')]
  await tx.$executeRaw`
    update transcript t set tokens = s.tokens || array_to_tsvector(${words}::text[])
    from staged_text s where t.id = ${id}::uuid and s.id = ${stagedId}::uuid`
}

/** The words of parts of a large text are left to the scheduled indexing, which uses a worker thread. */
async function indexPartLater(tx: Db, transcriptId: string): Promise<void> {
  await tx.unindexedText.createMany({ data: [{ transcriptId }], skipDuplicates: true })
}

/** Indexes a library item that has a part of a transcript. */
export async function indexStoredPart(
  tx: Db,
  stored: StoredTranscript,
  { libraryItemId, coveredMs }: { libraryItemId: string; coveredMs: number },
): Promise<void> {
  if (isLarge(stored)) return indexPartLater(tx, stored.id)
  const own = (await loadSegments(stored, tx)).filter(({ startMs }) => startMs < coveredMs)
  await savePartWords(tx, libraryItemId, await wordsOf(tx, stored.mediaId, own))
}
