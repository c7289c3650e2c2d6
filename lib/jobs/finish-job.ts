import type { NewTranscript } from '@/lib/archive/store-transcript'
import { storeTranscript } from '@/lib/archive/store-transcript'
import { db } from '@/lib/platform/db'
import { billableSeconds } from '@/lib/usage/period'
import { settleSeconds } from '@/lib/usage/settle-seconds'
import { discardJobFiles } from './job-files'
import { announceJob } from './job-progress'

/**
 * Ends a job with its transcript, in one transaction: the text is stored, every caller who still waits is charged once
 * (nothing for silence), their lines of history lead to it. A job that has ended stays as it is. Its work files go.
 */
export async function finishJob(jobId: string, transcript: NewTranscript): Promise<void> {
  const seconds = transcript.segments.length === 0 ? 0 : billableSeconds(transcript.coveredMs)
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from job where id = ${jobId}::uuid for update`
    const running = await tx.job.findFirst({
      where: { id: jobId, status: { in: ['queued', 'in_progress'] } },
      include: { callers: { where: { leftAt: null } } },
    })
    if (!running) return
    const stored = await storeTranscript(tx, transcript)
    const { mediaId, requestedLang } = transcript
    for (const { userId } of running.callers) {
      await settleSeconds(tx, { jobId, userId, mediaId, lang: transcript.lang ?? requestedLang, seconds })
    }
    await tx.entry.updateMany({ where: { jobId }, data: { transcriptId: stored.id } })
    await tx.job.update({
      where: { id: jobId },
      data: {
        status: 'done',
        stage: null,
        progress: 1,
        runningKey: null,
        transcriptId: stored.id,
        engineName: transcript.engine?.name ?? null,
        engineModel: transcript.engine?.model ?? null,
        finishedAt: new Date(),
      },
    })
    await announceJob(tx, jobId)
  })
  await discardJobFiles(jobId)
}
