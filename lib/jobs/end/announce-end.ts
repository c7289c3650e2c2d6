import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { queueJobNotices } from '@/lib/notices/queue-notices'
import { findSubscribers, notifyWebhooks } from '@/lib/webhooks/notify-webhooks'

/** How a job has ended for some of its callers. */
type End = { type: 'job.done' } | { type: 'job.error'; problem: Problem }

/** Queues webhooks and mails to the callers whose job has ended, in the transaction in which it ends. */
export async function announceEnd(
  tx: Prisma.TransactionClient,
  jobId: string,
  userIds: readonly string[],
  end: End,
): Promise<void> {
  if (end.type === 'job.done' || end.problem.code !== 'cancelled') await queueJobNotices(tx, jobId, userIds)
  const listeners = await findSubscribers(tx, userIds, end.type)
  if (listeners.length === 0) return
  const job = await tx.job.findUniqueOrThrow({ where: { id: jobId }, include: { media: true } })
  const callers = await tx.jobCaller.findMany({ where: { jobId, userId: { in: listeners } } })
  const libraryItems = await tx.libraryItem.findMany({
    where: { id: { in: callers.map(({ libraryItemId }) => libraryItemId) } },
  })
  const titles = new Map(
    libraryItems.map((libraryItem) => [libraryItem.id, titleOfLibraryItem(libraryItem, job.media)]),
  )
  for (const { userId, libraryItemId, requestedLang } of callers) {
    const fields = {
      job_id: jobId,
      job_url: `${env().baseUrl}/v1/jobs/${jobId}`,
      platform: job.media.platform,
      video_id: job.media.videoId,
      url: job.media.url,
      title: titles.get(libraryItemId) ?? job.media.title,
      lang: requestedLang ?? job.requestedLang,
    }
    if (end.type === 'job.done') {
      await notifyWebhooks(tx, userId, end.type, { ...fields, transcript_id: libraryItemId, error: null })
    } else {
      const error = toProblemBody(end.problem)
      await notifyWebhooks(tx, userId, end.type, { ...fields, transcript_id: null, error })
    }
  }
}
