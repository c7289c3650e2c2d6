import { indexTitle } from '@/lib/archive/library-items/describe-library-item'
import { lockLibraryItems } from '@/lib/archive/library-items/library-item-table'
import { mergeLibraryItems } from '@/lib/archive/library-items/merge-library-items'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { LibraryItem, Prisma, TrashedItem } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { Transcription } from '../contract'
import { inSnapshot, loadLibraryItems } from '../queries/load-library-items'
import { lockTrashedItem } from '../removal/removal-queries'
import { addTags } from '../tags/tag-table'
import { relink } from './trashed-links'

/**
 * The library item that took the place of one in the trash: of the same text, of the text that it is a corrected copy of or, where
 * there is none, of the same language.
 */
async function findSuccessor(tx: Prisma.TransactionClient, trashed: TrashedItem): Promise<LibraryItem | null> {
  const { userId, mediaId, transcriptId, requestedLang } = trashed
  if (transcriptId) {
    const text = await tx.transcript.findUnique({ where: { id: transcriptId }, select: { correctedFromId: true } })
    const same = await tx.libraryItem.findUnique({ where: { userId_transcriptId: { userId, transcriptId } } })
    if (same || !text?.correctedFromId) return same
    const original = { userId, transcriptId: text.correctedFromId }
    return tx.libraryItem.findUnique({ where: { userId_transcriptId: original } })
  }
  const asked = [{ requestedLang }, { alsoRequested: { has: requestedLang } }]
  return tx.libraryItem.findFirst({ where: { userId, mediaId, OR: asked } })
}

async function indexItem(tx: Prisma.TransactionClient, libraryItem: LibraryItem): Promise<void> {
  const { id, transcriptId, coveredMs } = libraryItem
  await indexTitle(tx, libraryItem)
  if (!transcriptId || coveredMs === null) return
  const text = await tx.transcript.findUniqueOrThrow({ where: { id: transcriptId }, omit: WITHOUT_TEXT })
  await indexStoredPart(tx, text, { libraryItemId: id, coveredMs })
}

/** Makes the library item of a row of the trash anew, without its text where another item has that by now. */
async function recreate(
  tx: Prisma.TransactionClient,
  trashed: TrashedItem,
  transcriptId: string | null,
): Promise<LibraryItem> {
  const { slug: _, tags, links, trashedAt: __, durationSeconds: ___, totalSeconds: ____, ...row } = trashed
  const { id: libraryItemId, userId } = trashed
  await tx.libraryItem.create({ data: { ...row, transcriptId } })
  await relink(tx, { userId, libraryItemId }, links)
  await addTags(tx, userId, [libraryItemId], tags)
  return tx.libraryItem.findUniqueOrThrow({ where: { id: libraryItemId } })
}

async function restore(tx: Prisma.TransactionClient, userId: string, id: string): Promise<string> {
  const found = await tx.trashedItem.findFirst({ where: { id, userId }, select: { userId: true, mediaId: true } })
  if (found) await lockLibraryItems(tx, found)
  await lockTrashedItem(tx, userId, id)
  const trashed = await tx.trashedItem.findFirst({ where: { id, userId } })
  if (!trashed) throw new Problem('not_found', { detail: 'This transcript is not in your trash. Check the ID.' })
  const successor = await findSuccessor(tx, trashed)
  const restored = await recreate(tx, trashed, successor ? null : trashed.transcriptId)
  const { transcriptId } = trashed
  const to = transcriptId ? { transcriptId } : {}
  const kept = successor ? await mergeLibraryItems(tx, restored, successor, to) : restored
  await indexItem(tx, kept)
  await tx.trashedItem.delete({ where: { id } })
  return kept.id
}

/**
 * Restores a transcript of the caller's from the trash as it was: title, tags, public page, jobs and the file of an
 * upload. Where the same text has been obtained again, the two become one, and the old ID leads to it. Costs nothing.
 * Throws `not_found`.
 */
export async function restoreTranscription({ userId }: Actor, id: string): Promise<Transcription> {
  if (!isId(id)) throw new Problem('not_found', { detail: 'This transcript is not in your trash. Check the ID.' })
  const libraryItemId = await db().$transaction((tx) => restore(tx, userId, id))
  const [restored] = await inSnapshot((client) => loadLibraryItems(client, userId, [libraryItemId]))
  if (!restored) throw new Problem('not_found', { detail: 'This transcript was deleted again.' })
  return restored
}
