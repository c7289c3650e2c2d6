import type { Segment } from '@/lib/captions/cue'
import { runInSlices } from '@/lib/captions/parsing/steps'
import { searchTokens } from '@/lib/captions/search/search-words'
import type { Db } from '@/lib/core/db/db'
import { savePartWords } from '../library-items/library-item-table'
import { isLarge, loadSegments, type StoredTranscript } from '../transcripts/stored-transcript'
import { saveStagedWords, saveWords } from '../transcripts/transcript-table'
import { collectWords } from './collect-words'

/** The title under which a media is found: of an upload the name of its file as well. */
export async function findSearchedTitle(tx: Db, mediaId: string): Promise<string | null> {
  const select = { title: true, platform: true, videoId: true }
  const { title, platform, videoId } = await tx.media.findUniqueOrThrow({ where: { id: mediaId }, select })
  if (platform !== 'upload') return title
  const upload = await tx.upload.findUnique({ where: { id: videoId }, select: { filename: true } })
  return upload ? `${title ?? ''} ${upload.filename}` : title
}

async function wordsOf(tx: Db, mediaId: string, segments: readonly Segment[]): Promise<readonly string[]> {
  return runInSlices(collectWords(await findSearchedTitle(tx, mediaId), segments))
}

/** Indexes a transcript for everyone who has it whole: the words of its title and its text. */
export async function indexTranscript(
  tx: Db,
  { id, mediaId }: { id: string; mediaId: string },
  segments: readonly Segment[],
): Promise<void> {
  await saveWords(tx, id, await wordsOf(tx, mediaId, segments))
}

/** Indexes a staged text, whose words have been collected with it. */
export async function indexStagedTranscript(
  tx: Db,
  { id, mediaId, stagedId }: { id: string; mediaId: string; stagedId: string },
): Promise<void> {
  await saveStagedWords(tx, { id, stagedId }, [...searchTokens((await findSearchedTitle(tx, mediaId)) ?? '')])
}

/** The words of parts of a large text are left to the scheduled indexing, which uses a worker process. */
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
