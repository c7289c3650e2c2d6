import { deleteUnusedMedia } from '@/lib/archive/forget-recordings'
import { REQUEST_NOTED_MS } from '@/lib/archive/save-media'
import { db } from '@/lib/platform/db'
import { deleteUnused } from './forget-unused'

/** So many at a time. */
const SOME = 500
/** Who has met a recording since then may be about to write down what it leads to. */
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
 * Removes what is left of entries that were removed some minutes ago: what nobody has any more of their texts, and of
 * uploads their files, when the process that removed the entry has died before; and what is known of the recordings. Gives how
 * many there were. Done by several at once, or again, it does nothing more.
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
