import type { Db } from '@/lib/platform/db'
import type { ImportBatch } from '@/lib/platform/generated/prisma/client'
import { requestedLangOf } from './requested-lang'

type Known = Pick<ImportBatch, 'id' | 'userId' | 'lang' | 'feedUrl'>

/**
 * Skips what the user has the whole transcript of, told by the recording, and by the feed's own id of the episode where an
 * earlier import of the same feed brought it: the addresses of recordings change. Of one episode or of all that wait.
 */
export async function skipKnown(tx: Db, batch: Known, position: number | null = null): Promise<void> {
  const { id, userId, feedUrl } = batch
  await tx.$executeRaw`
    update import_item i
    set state = 'skipped', reason = 'already_transcribed', entry_id = known.entry_id, episode = null, finished_at = now()
    from (
      select i.position, min(e.id::text)::uuid as entry_id
      from import_item i
      join media m on m.platform = 'podcast' and m.video_id = i.video_id and m.access_key = ''
      join entry e on e.media_id = m.id and e.user_id = ${userId}::uuid and e.requested_lang = ${requestedLangOf(batch)}
        and e.transcript_id is not null and e.covered_ms is null
      where i.batch_id = ${id}::uuid group by i.position
    ) known
    where i.batch_id = ${id}::uuid and i.position = known.position and i.video_id is not null
      and i.position = coalesce(${position}::int, i.position)
      and i.state = case when ${position}::int is null then 'queued' else 'in_progress' end`
  if (position !== null || feedUrl === null) return
  await tx.$executeRaw`
    update import_item i
    set state = 'skipped', reason = 'already_transcribed', entry_id = known.entry_id, episode = null, finished_at = now()
    from (
      select o.guid, min(o.entry_id::text)::uuid as entry_id
      from import_batch b join import_item o on o.batch_id = b.id
      join entry e on e.id = o.entry_id and e.transcript_id is not null and e.covered_ms is null
      where b.user_id = ${userId}::uuid and b.feed_url = ${feedUrl} and b.id <> ${id}::uuid
        and b.lang is not distinct from ${batch.lang} and o.state in ('done', 'skipped')
      group by o.guid
    ) known
    where i.batch_id = ${id}::uuid and i.guid = known.guid and i.state = 'queued'`
}
