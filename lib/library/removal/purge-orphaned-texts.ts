import { REQUEST_NOTED_MS } from '@/lib/archive/media/save-media'
import { deleteUnusedMedia } from '@/lib/archive/transcripts/transcript-table'
import { db } from '@/lib/core/db/db'
import { deleteUnused } from './delete-unused'
import { findLeftTexts } from './removal-queries'

const AT_A_TIME = 500
/** A request for the media since then may be about to store what it leads to. */
const IN_USE_MS = 2 * REQUEST_NOTED_MS

/**
 * Purges leftovers of items that were removed some minutes ago, in case the process that removed them died: unused
 * transcripts, uploads with their files, and media details. Returns the number purged. Safe to repeat, also in several
 * processes concurrently.
 */
export async function purgeOrphanedTexts(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - IN_USE_MS)
  let purged = 0
  for (;;) {
    const left = await findLeftTexts(before, AT_A_TIME)
    if (left.length === 0) return purged
    await deleteUnused(left)
    await db().$transaction((tx) =>
      deleteUnusedMedia(
        tx,
        left.map(({ mediaId }) => mediaId),
      ),
    )
    await db().leftText.deleteMany({ where: { id: { in: left.map(({ id }) => id) } } })
    purged += left.length
  }
}
