import { deleteUnusedTexts, type TextKey } from '@/lib/archive/transcripts/transcript-table'
import { db } from '@/lib/core/db/db'
import { discardUpload } from '@/lib/uploads/remove-upload'

/** The uploads among these media without any transcript: they are deleted whole, since only their owner has them. */
async function deleteUnusedUploads(mediaIds: readonly string[]): Promise<void> {
  const where = {
    id: { in: [...mediaIds] },
    ownerId: { not: null },
    libraryItems: { none: {} },
    trashedItems: { none: {} },
  }
  const uploads = await db().media.findMany({ where, select: { id: true, videoId: true, ownerId: true } })
  for (const { id, videoId, ownerId } of uploads) {
    if (ownerId === null) continue
    await discardUpload({ userId: ownerId }, videoId)
    await db().upload.deleteMany({ where: { id: videoId, userId: ownerId } })
    await db().media.deleteMany({ where: { id, ownerId } })
  }
}

/** Deletes those of the given transcripts that are in no library, and unused uploads with their files. */
export async function deleteUnused(texts: readonly TextKey[]): Promise<void> {
  await db().$transaction((tx) => deleteUnusedTexts(tx, texts))
  await deleteUnusedUploads(texts.map(({ mediaId }) => mediaId))
}
