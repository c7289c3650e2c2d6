import { indexPart } from '@/lib/archive/index-transcript'
import type { NewTranscript } from '@/lib/archive/store-transcript'
import { storeTranscript } from '@/lib/archive/store-transcript'
import { db } from '@/lib/platform/db'
import { metrics } from '@/lib/platform/metrics'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import { settleSeconds } from '@/lib/usage/settle-seconds'
import { announceEnd } from './announce-end'
import { discardJobFiles } from './job-files'
import { announceJob } from './job-progress'
import { lockJob } from './lock-job'

/** A recording of ten hours and many callers takes its time on a busy machine. */
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 120_000 }

/**
 * Ends a job with its transcript, in one transaction: the text is stored, every caller who still waits is charged once
 * (nothing for silence) for as much of it as was promised, their lines of history lead to that much. A job that has ended stays as it is. Its work files go.
 */
export async function finishJob(jobId: string, transcript: NewTranscript): Promise<void> {
  const seconds = transcript.segments.length === 0 ? 0 : billableSeconds(transcript.coveredMs)
  const finished = await db().$transaction(async (tx) => {
    if (!(await lockJob(tx, jobId))) return false
    // Everyone locks several users' periods in this order.
    const callers = await tx.jobCaller.findMany({ where: { jobId, leftAt: null }, orderBy: { userId: 'asc' } })
    const stored = await storeTranscript(tx, transcript)
    const { mediaId, requestedLang } = transcript
    const lang = transcript.lang ?? UNKNOWN_LANG
    for (const { userId, entryId } of callers) {
      const own = await settleSeconds(tx, { jobId, userId, mediaId, lang, requestedLang, seconds })
      const coveredMs = own < seconds ? own * 1000 : null
      const led = { transcriptId: stored.id, coveredMs }
      const { count } = await tx.entry.updateMany({ where: { jobId, userId }, data: led })
      if (coveredMs !== null && count > 0) await indexPart(tx, { id: entryId, mediaId, coveredMs }, transcript.segments)
    }
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
    const waiting = callers.map(({ userId }) => userId)
    await announceEnd(tx, jobId, waiting, { type: 'job.done' })
    return true
  }, LONG_TRANSACTION)
  if (finished) metrics().jobsEnded.inc({ outcome: 'done' })
  await discardJobFiles(jobId)
}
