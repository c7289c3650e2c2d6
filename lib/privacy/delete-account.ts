import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { deleteUnusedTexts, textKeys } from '@/lib/archive/transcripts/transcript-table'
import { removeCustomer } from '@/lib/billing/subscription/sync-account'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import type { Prisma, Session } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import { leaveJob } from '@/lib/jobs/end/leave-job'
import { JOB_CANCELLED } from '@/lib/jobs/events'
import { removeFiles } from '@/lib/uploads/remove-upload'
import { rememberUsedSeconds } from '@/lib/usage/former-usage'
import { findAccount } from './find-account'
import { deleteMentions, handOverRuns, leavePaidMedia } from './personal-data-queries'

/** Uploads and jobs whose files are deleted after an account's rows. */
type Erased = { uploads: { id: string; multipartId: string | null }[]; jobIds: string[] }

/** Deletes jobs without another caller. */
async function eraseJobs(tx: Prisma.TransactionClient, jobIds: readonly string[]): Promise<void> {
  const lonely = { id: { in: [...jobIds] }, callers: { none: {} } }
  const running = await tx.job.findMany({ where: { ...lonely, finishedAt: null }, select: { id: true } })
  for (const { id } of running) await emit(tx, JOB_CANCELLED, { data: { jobId: id } })
  await tx.job.deleteMany({ where: lonely })
}

/**
 * Deletes media that only this user knew: uploads, and links with a secret or a query of their own. Public media are
 * purged minutes later unless another library has them; their rows name no user.
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
async function eraseRows(tx: Prisma.TransactionClient, user: { id: string; email: string }): Promise<Erased> {
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

/** Someone with ten thousand transcripts takes a moment. */
const LONG_TRANSACTION = { maxWait: 30_000, timeout: 120_000 }

/** Before the rows: a store that can't be reached then keeps the account as it is, to try again. */
async function removeUploads(userId: string): Promise<void> {
  const uploads = await db().upload.findMany({ where: { userId }, select: { id: true, multipartId: true } })
  await removeFiles(uploads)
}

/**
 * Deletes the caller's account permanently if `email` is its address. Ends its obligations elsewhere, cancels its jobs,
 * removes its files, then deletes all its rows, including its credentials. Texts of public recordings that other users
 * have stay, without a reference to the account. The local account begins again, empty. Throws `email_mismatch`,
 * `storage_unavailable`, and the errors of an obligation; the account still exists then.
 */
export async function deleteAccount(actor: Actor, email: string): Promise<void> {
  const account = await findAccount(actor)
  if (email.trim().toLowerCase() !== account.email.toLowerCase()) {
    throw new Problem('email_mismatch', { context: { field: 'email' } })
  }
  const browser = await findLocalBrowser(actor)
  for (const fulfil of OBLIGATIONS) await fulfil(account.id)
  await leaveAllJobs(account.id)
  await removeUploads(account.id)
  const { uploads, jobIds } = await db().$transaction((tx) => eraseRows(tx, account), LONG_TRANSACTION)
  // Removes files that were added meanwhile. If this process ends here, the sweep of the store finds the rest.
  await removeFiles(uploads)
  for (const jobId of jobIds) await discardIfGone(jobId)
  if (account.isLocal) await beginLocalAccountAnew(browser)
  log.info('an account was deleted')
}

/** The session of the browser on this machine that asks; null for any other caller. */
async function findLocalBrowser(actor: Actor): Promise<Session | null> {
  if (actor.kind !== 'local' || actor.sessionId === undefined) return null
  return db().session.findUnique({ where: { id: actor.sessionId } })
}

/** The account of this machine, empty. The browser that asked for it stays let in. */
async function beginLocalAccountAnew(browser: Session | null): Promise<void> {
  const account = await ensureLocalAccount()
  if (account && browser) await db().session.create({ data: { ...browser, userId: account.userId } })
}

/** The work files of a job that others wait for stay. */
async function discardIfGone(jobId: string): Promise<void> {
  if ((await db().job.count({ where: { id: jobId, finishedAt: null } })) === 0) await discardJobFiles(jobId)
}

/**
 * The work to end elsewhere before an account may be deleted, such as a subscription at the billing provider. Done
 * again, it does nothing more. What it throws keeps the account as it is.
 */
type Obligation = (userId: string) => Promise<void>

/** Ended in this order. */
const OBLIGATIONS: readonly Obligation[] = [removeCustomer]

/** Removes a user from every running job; jobs without another caller end. */
export async function leaveAllJobs(userId: string): Promise<void> {
  const where = { userId, leftAt: null, job: { finishedAt: null } }
  const callers = await db().jobCaller.findMany({ where, select: { jobId: true } })
  for (const { jobId } of callers) {
    const ended = await db().$transaction((tx) => leaveJob(tx, jobId, userId, new Problem('cancelled')))
    if (ended) await discardJobFiles(jobId)
  }
}
