import { deleteUnusedTexts, type TextKey } from '@/lib/archive/forget-texts'
import { db } from '@/lib/platform/db'
import { discardUpload } from '@/lib/uploads/remove-upload'

/** Uploads, of these recordings, that have no text any more: they go whole, since they are their owner's alone. */
async function deleteUnusedUploads(mediaIds: readonly string[]): Promise<void> {
  const where = { id: { in: [...mediaIds] }, ownerId: { not: null }, libraryItems: { none: {} } }
  const uploads = await db().media.findMany({ where, select: { id: true, videoId: true, ownerId: true } })
  for (const { id, videoId, ownerId } of uploads) {
    if (ownerId === null) continue
    await discardUpload({ userId: ownerId }, videoId)
    await db().upload.deleteMany({ where: { id: videoId, userId: ownerId } })
    await db().media.deleteMany({ where: { id, ownerId } })
  }
}

/** Removes, of texts that somebody had, what nobody has any more; of an upload everything, its file too. */
export async function deleteUnused(texts: readonly TextKey[]): Promise<void> {
  await db().$transaction((tx) => deleteUnusedTexts(tx, texts))
  await deleteUnusedUploads(texts.map(({ mediaId }) => mediaId))
}
