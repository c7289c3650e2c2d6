import { deleteUnusedMedia } from '@/lib/archive/delete-unused-media'
import { REQUEST_NOTED_MS } from '@/lib/archive/save-media'
import { db } from '@/lib/platform/db'
import { deleteUnused } from './delete-unused'

/** How many are purged at a time. */
const SOME = 500
/** A request for the media since then may be about to store what it leads to. */
const IN_USE_MS = 2 * REQUEST_NOTED_MS

type Left = { id: bigint; mediaId: string; requestedLang: string }

async function findLeft(now: Date): Promise<Left[]> {
  const before = new Date(now.getTime() - IN_USE_MS)
  return db().$queryRaw<Left[]>`
    select l.id, l.media_id as "mediaId", l.requested_lang as "requestedLang"
    from left_text l left join media m on m.id = l.media_id
    where l.left_at < ${before} and (m.id is null or m.last_requested_at < ${before}
      or exists (select from library_item e where e.media_id = m.id
                   and (e.requested_lang = l.requested_lang or l.requested_lang = any(e.also_requested))))
    order by l.id limit ${SOME}`
}

/**
 * Purges what is left of items that were removed some minutes ago, in case the process that removed them died:
 * transcripts that nobody has, uploads with their files, and the facts of the media. Returns how many there were. Safe
 * to run again or in several processes at once.
 */
export async function purgeLeftTexts(now = new Date()): Promise<number> {
  let swept = 0
  for (;;) {
    const left = await findLeft(now)
    if (left.length === 0) return swept
    await deleteUnused(left)
    await db().$transaction((tx) =>
      deleteUnusedMedia(
        tx,
        left.map(({ mediaId }) => mediaId),
      ),
    )
    await db().leftText.deleteMany({ where: { id: { in: left.map(({ id }) => id) } } })
    swept += left.length
  }
}
