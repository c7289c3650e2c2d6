import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { linkLibraryItem } from '@/lib/archive/library-items/save-library-item'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { type NewTranscript, storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import { isSilent, type StoredTranscript, textMs } from '@/lib/archive/transcripts/stored-transcript'
import { addRequestedLang } from '@/lib/archive/transcripts/transcript-table'
import { languageDistance } from '@/lib/captions/language/match'
import { db } from '@/lib/core/db/db'
import type { JobCaller, Prisma } from '@/lib/core/generated/prisma/client'
import { metrics } from '@/lib/core/metrics'
import { endWork } from '@/lib/durable/work'
import { captureSeconds } from '@/lib/usage/capture-seconds'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/charge-seconds'
import { moveCharge } from '@/lib/usage/usage-table'
import { discardJobFiles } from '../audio/job-files'
import { announceJob, lockJob } from '../job-table'
import { announceEnd } from './announce-end'

/** Finishing a recording of ten hours with many callers takes long on a busy machine. */
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 120_000 }

/** Links the callers' requested languages to a job's text, unless a caller named one that the text is not in. */
async function linkCallers(
  tx: Prisma.TransactionClient,
  callers: readonly JobCaller[],
  text: StoredTranscript,
): Promise<void> {
  for (const { requestedLang, langSpecified } of callers) {
    if (requestedLang === null) continue
    const isAnother = langSpecified && text.lang !== null && languageDistance(requestedLang, text.lang) === null
    if (!isAnother) await addRequestedLang(tx, text.id, requestedLang)
  }
}

/** The languages under which callers have paid for the text that is made again. */
async function langsOf(tx: Prisma.TransactionClient, callers: readonly JobCaller[]): Promise<Map<string, string>> {
  const items = await tx.libraryItem.findMany({
    where: { id: { in: callers.map(({ libraryItemId }) => libraryItemId) } },
    select: { userId: true, transcript: { select: { lang: true } } },
  })
  return new Map(items.map(({ userId, transcript }) => [userId, transcript?.lang ?? UNKNOWN_LANG]))
}

/**
 * Ends a job with its transcript, in one transaction: the text is stored, every remaining caller is charged once for
 * the part that was reserved (nothing for silence), and their library items lead to that part. A job that has ended
 * stays as it is. Its work files are deleted.
 */
export async function finishJob(jobId: string, transcript: NewTranscript): Promise<void> {
  const storedId = await db().$transaction(async (tx) => {
    if (!(await lockJob(tx, jobId))) return null
    // All code that locks the periods of several users uses this order, so that it can't deadlock.
    const callers = await tx.jobCaller.findMany({ where: { jobId, leftAt: null }, orderBy: { userId: 'asc' } })
    const free = callers.filter(({ isFree }) => isFree)
    const langsBefore = await langsOf(tx, free)
    const stored = await storeTranscript(tx, transcript)
    // Another language may have led to the same text before.
    const seconds = isSilent(stored) ? 0 : billableSeconds(textMs(stored))
    const { mediaId } = transcript
    const lang = stored.lang ?? UNKNOWN_LANG
    await linkCallers(tx, callers, stored)
    for (const { userId } of free)
      await moveCharge(tx, { userId, mediaId, from: langsBefore.get(userId) ?? lang, to: lang })
    for (const caller of callers) {
      const { userId } = caller
      const requestedLang = caller.requestedLang ?? transcript.requestedLang
      const capture = { jobId, userId, mediaId, lang, requestedLang, seconds }
      const own = caller.isFree ? seconds : await captureSeconds(tx, capture)
      const coveredMs = own < seconds ? own * 1000 : null
      const link = { transcriptId: stored.id, coveredMs }
      const waiting = await tx.libraryItem.findMany({ where: { jobId, userId } })
      for (const { id } of waiting) {
        const libraryItem = await linkLibraryItem(tx, id, link)
        // A corrected copy is indexed when it takes the new text over.
        if (libraryItem?.transcriptId === stored.id && coveredMs !== null)
          await indexStoredPart(tx, stored, { libraryItemId: libraryItem.id, coveredMs })
      }
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
    await endWork(tx, 'job', jobId)
    await announceJob(tx, jobId)
    const waiting = callers.map(({ userId }) => userId)
    await announceEnd(tx, jobId, waiting, { type: 'job.done' })
    return stored.id
  }, LONG_TRANSACTION)
  if (storedId !== null) {
    metrics().jobsEnded.inc({ outcome: 'done' })
    await carryOverCorrections(storedId)
  }
  await discardJobFiles(jobId)
}
