import { indexTitle } from '@/lib/archive/library-items/describe-library-item'
import { tidyLine } from '@/lib/archive/media/media-facts'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { Transcription, TranscriptionUpdate } from './contract'
import { findOwnItemId, noTranscript } from './find-own-item-id'
import { inSnapshot, loadLibraryItems } from './queries/load-library-items'
import { lockLibraryItem } from './removal/removal-queries'
import { setTags } from './tags/tag-table'

/** Stores a title of the user's own, and the words by which it is found; those of the source's title stay. */
async function rename(tx: Prisma.TransactionClient, libraryItemId: string, title: string | null): Promise<void> {
  const renamed = await tx.libraryItem.update({
    where: { id: libraryItemId },
    data: { customTitle: title },
    include: { transcript: { omit: WITHOUT_TEXT } },
  })
  await indexTitle(tx, renamed)
  const { transcript, coveredMs } = renamed
  // Triggers add the words to those of a whole text; a part has a separate index.
  if (transcript && coveredMs !== null) await indexStoredPart(tx, transcript, { libraryItemId, coveredMs })
}

/**
 * Changes a library item of the caller's and returns it as it is listed. A title replaces that of the source wherever
 * the item is shown, and null undoes that. Throws `not_found` and `too_many_tags`.
 */
export async function updateTranscription(
  { userId }: Actor,
  id: string,
  { title, tags }: TranscriptionUpdate,
): Promise<Transcription> {
  const libraryItemId = await findOwnItemId(userId, id)
  await db().$transaction(async (tx) => {
    await lockLibraryItem(tx, userId, libraryItemId)
    if ((await tx.libraryItem.count({ where: { id: libraryItemId, userId } })) === 0) throw noTranscript()
    if (title !== undefined) await rename(tx, libraryItemId, tidyLine(title))
    if (tags !== undefined) await setTags(tx, userId, libraryItemId, tags)
  })
  const [updated] = await inSnapshot((client) => loadLibraryItems(client, userId, [libraryItemId]))
  if (!updated) throw noTranscript()
  return updated
}
