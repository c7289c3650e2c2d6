import { deleteUnusedTexts, textKeys } from '@/lib/archive/transcripts/transcript-table'
import { emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { JOB_CANCELLED } from '@/lib/jobs/events'
import { rememberUsedSeconds } from '@/lib/usage/former-usage'
import { deleteMentions, handOverRuns, leavePaidMedia } from './personal-data-queries'

/** Uploads and jobs whose files are deleted after an account's rows. */
export type Erased = { uploads: { id: string; multipartId: string | null }[]; jobIds: string[] }

/** Deletes jobs without another caller. */
async function eraseJobs(tx: Prisma.TransactionClient, jobIds: readonly string[]): Promise<void> {
  const lonely = { id: { in: [...jobIds] }, callers: { none: {} } }
  const running = await tx.job.findMany({ where: { ...lonely, finishedAt: null }, select: { id: true } })
  for (const { id } of running) await emit(tx, JOB_CANCELLED, { data: { jobId: id } })
  await tx.job.deleteMany({ where: lonely })
}

/**
 * Deletes media that only this user knew: uploads, and links with a secret or a query of their own. Public media are
 * purged some minutes later unless somebody else has them; their rows do not say who asked for them.
 */
async function eraseMedia(tx: Prisma.TransactionClient, userId: string, mediaIds: readonly string[]): Promise<void> {
  await tx.media.deleteMany({ where: { ownerId: userId } })
  await tx.media.deleteMany({
    where: {
      id: { in: [...mediaIds] },
      libraryItems: { none: {} },
      OR: [{ accessKey: { not: '' } }, { platform: { in: ['podcast', 'web'] }, url: { contains: '?' } }],
    },
  })
}

/** Deletes rows that name a user without being the user's own: rate limits, mailed sign-in links, invitations, events. */
async function eraseMentions(tx: Prisma.TransactionClient, userId: string, email: string): Promise<void> {
  await deleteMentions(tx, userId, email)
  await tx.verificationToken.deleteMany({ where: { identifier: email } })
  await tx.invitation.deleteMany({ where: { email } })
}

/**
 * Deletes a user with all that is the user's own, in one transaction; nothing of it is served after its end. Returns
 * what is left to remove elsewhere.
 */
export async function eraseRows(tx: Prisma.TransactionClient, user: { id: string; email: string }): Promise<Erased> {
  const { id: userId } = user
  const uploads = await tx.upload.findMany({ where: { userId }, select: { id: true, multipartId: true } })
  const callers = await tx.jobCaller.findMany({ where: { userId }, select: { jobId: true } })
  const select = { mediaId: true, requestedLang: true, alsoRequested: true }
  const libraryItems = [
    ...(await tx.libraryItem.findMany({ where: { userId }, select })),
    ...(await tx.trashedItem.findMany({ where: { userId }, select })),
  ]
  const jobIds = callers.map(({ jobId }) => jobId)
  await leavePaidMedia(tx, userId)
  await rememberUsedSeconds(tx, user)
  await tx.user.delete({ where: { id: userId } })
  await eraseJobs(tx, jobIds)
  await handOverRuns(tx, userId, jobIds)
  await deleteUnusedTexts(tx, libraryItems.flatMap(textKeys))
  await eraseMedia(tx, userId, [...new Set(libraryItems.map(({ mediaId }) => mediaId))])
  await eraseMentions(tx, userId, user.email)
  return { uploads, jobIds }
}
