import { deleteUnusedTexts, textKeys } from '@/lib/archive/delete-unused-texts'
import { JOB_CANCELLED } from '@/lib/jobs/leave-job'
import { emit } from '@/lib/platform/events'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { rememberUsedSeconds } from '@/lib/usage/former-usage'

/** What is left to remove elsewhere once an account's rows are gone. */
export type Erased = { uploads: { id: string; multipartId: string | null }[]; jobIds: string[] }

/** Jobs that only this user had a place in: nobody can ask for them any more. */
async function eraseJobs(tx: Prisma.TransactionClient, jobIds: readonly string[]): Promise<void> {
  const lonely = { id: { in: [...jobIds] }, callers: { none: {} } }
  const running = await tx.job.findMany({ where: { ...lonely, finishedAt: null }, select: { id: true } })
  for (const { id } of running) await emit(tx, { name: JOB_CANCELLED, data: { jobId: id } })
  await tx.job.deleteMany({ where: lonely })
}

/**
 * Recordings that nobody but this user knew of: uploads, and links with a secret or a query of their own. What is public goes
 * some minutes later unless somebody else has it, and says nothing of who asked for it.
 */
async function eraseMedia(tx: Prisma.TransactionClient, userId: string, mediaIds: readonly string[]): Promise<void> {
  await tx.media.deleteMany({ where: { ownerId: userId } })
  await tx.media.deleteMany({
    where: {
      id: { in: [...mediaIds] },
      libraryItems: { none: {} },
      OR: [{ accessKey: { not: '' } }, { platform: 'podcast', url: { contains: '?' } }],
    },
  })
}

/** Recordings that were paid for and removed since: with the account nobody has paid for them any more. */
async function leavePaid(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    insert into left_text (media_id, requested_lang) select media_id, lang from usage_charge where user_id = ${userId}::uuid`
}

/** Rows that name a user without being the user's: who asks how often, links in a mail to sign in by, and invitations. */
async function eraseMentions(tx: Prisma.TransactionClient, userId: string, email: string): Promise<void> {
  await tx.$executeRaw`delete from rate_limit where position(${userId} in key) > 0 or position(${email} in key) > 0`
  await tx.verificationToken.deleteMany({ where: { identifier: email } })
  await tx.invitation.deleteMany({ where: { email } })
  await tx.$executeRaw`delete from durable_run where position(${userId} in event::text) > 0`
  await tx.$executeRaw`delete from event where position(${userId} in body::text) > 0`
}

/**
 * Deletes a user with all that is the user's own, in one transaction: from its end on nothing of it is answered to anybody.
 * Gives what is left to remove elsewhere.
 */
export async function eraseRows(tx: Prisma.TransactionClient, user: { id: string; email: string }): Promise<Erased> {
  const { id: userId } = user
  const uploads = await tx.upload.findMany({ where: { userId }, select: { id: true, multipartId: true } })
  const callers = await tx.jobCaller.findMany({ where: { userId }, select: { jobId: true } })
  const libraryItems = await tx.libraryItem.findMany({
    where: { userId },
    select: { mediaId: true, requestedLang: true, alsoRequested: true },
  })
  const jobIds = callers.map(({ jobId }) => jobId)
  await leavePaid(tx, userId)
  await rememberUsedSeconds(tx, user)
  await tx.user.delete({ where: { id: userId } })
  await eraseJobs(tx, jobIds)
  await deleteUnusedTexts(tx, libraryItems.flatMap(textKeys))
  await eraseMedia(tx, userId, [...new Set(libraryItems.map(({ mediaId }) => mediaId))])
  await eraseMentions(tx, userId, user.email)
  return { uploads, jobIds }
}
