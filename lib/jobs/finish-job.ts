import type { NewTranscript } from '@/lib/archive/store-transcript'
import { storeTranscript } from '@/lib/archive/store-transcript'
import { db } from '@/lib/platform/db'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import { settleSeconds } from '@/lib/usage/settle-seconds'
import { discardJobFiles } from './job-files'
import { announceJob } from './job-progress'
import { lockJob } from './lock-job'

/** A recording of ten hours and many callers takes its time on a busy machine. */
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 120_000 }

/**
 * Ends a job with its transcript, in one transaction: the text is stored, every caller who still waits is charged once
 * (nothing for silence), their lines of history lead to it. A job that has ended stays as it is. Its work files go.
 */
export async function finishJob(jobId: string, transcript: NewTranscript): Promise<void> {
  const seconds = transcript.segments.length === 0 ? 0 : billableSeconds(transcript.coveredMs)
  await db().$transaction(async (tx) => {
    if (!(await lockJob(tx, jobId))) return
    const callers = await tx.jobCaller.findMany({ where: { jobId, leftAt: null } })
    const stored = await storeTranscript(tx, transcript)
    const { mediaId } = transcript
    for (const { userId } of callers) {
      await settleSeconds(tx, { jobId, userId, mediaId, lang: transcript.lang ?? UNKNOWN_LANG, seconds })
    }
    await tx.entry.updateMany({
      where: { jobId, userId: { in: callers.map(({ userId }) => userId) } },
      data: { transcriptId: stored.id },
    })
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
  }, LONG_TRANSACTION)
  await discardJobFiles(jobId)
}
