import { queueWatchNotice } from '@/lib/notices/queue-notices'
import type { ImportBatch, Prisma } from '@/lib/platform/generated/prisma/client'
import { problemSchema } from '@/lib/platform/problem/problem-schema'
import { findSubscribers, notifyWebhooks } from '@/lib/webhooks/notify-webhooks'

const EVENT = 'watch.item'

/** Queues the webhooks of every item that a watch has brought, with its outcome, and a mail to who wants one each time. */
export async function announceWatchedItems(
  tx: Prisma.TransactionClient,
  { id, watchId, userId, title, sourceUrl, done }: ImportBatch & { watchId: string },
): Promise<void> {
  if (done > 0) await queueWatchNotice(tx, userId, id)
  if ((await findSubscribers(tx, [userId], EVENT)).length === 0) return
  const items = await tx.importItem.findMany({ where: { batchId: id, userId }, orderBy: { position: 'asc' } })
  for (const item of items) {
    await notifyWebhooks(tx, userId, EVENT, {
      ...{ watch_id: watchId, source_url: sourceUrl, source_title: title },
      ...{ guid: item.guid, title: item.title, audio_url: item.audioUrl },
      published: item.publishedAt?.toISOString() ?? null,
      ...{ status: item.state, reason: item.reason, error: problemSchema.nullable().parse(item.error) },
      ...{ job_id: item.jobId, transcript_id: item.libraryItemId },
    })
  }
}
