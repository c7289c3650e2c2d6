import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { ImportStatus, JobStatus, NoticeSubject, type WatchMail } from '@/lib/core/generated/prisma/enums'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { canSendMail } from '@/lib/notices/send-mail'
import type { NoticeView } from './contract'
import { holdSubject } from './notice-table'

const RUNNING_JOB = { in: [JobStatus.queued, JobStatus.in_progress] }
const RUNNING_IMPORT = { in: [ImportStatus.queued, ImportStatus.in_progress] }

/** The account's choices of mails, and the one for a job or an import. */
export async function findNotices({ userId }: Actor, subjectId?: string): Promise<NoticeView> {
  const [user, notice] = await Promise.all([
    db().user.findUniqueOrThrow({
      where: { id: userId },
      select: { emailWhenDone: true, watchMail: true, isLocal: true },
    }),
    subjectId ? db().endNotice.findUnique({ where: { userId_subjectId: { userId, subjectId } } }) : null,
  ])
  const canEmail = canSendMail() && user.isLocal !== true
  const { emailWhenDone, watchMail } = user
  return { canEmail, emailWhenDone, watchMail, email: canEmail && (emailWhenDone || notice !== null) }
}

/** Which mails an account wants; what is absent stays. */
export type NoticeChoice = { emailWhenDone: boolean; watchMail?: WatchMail | undefined }

/** Stores which mails the account wants. Throws `mail_unavailable`. */
export async function updateNotices(actor: Actor, { emailWhenDone, watchMail }: NoticeChoice): Promise<void> {
  if (emailWhenDone || (watchMail ?? 'never') !== 'never') await requireMail(actor)
  const data = { emailWhenDone, ...(watchMail ? { watchMail } : {}) }
  await db().user.update({ where: { id: actor.userId }, data })
}

/**
 * Stores whether a mail follows the end of a running job or import of the caller's. Returns whether one will: not once it has
 * ended. Throws `not_found`, `mail_unavailable`.
 */
export async function setEndNotice(actor: Actor, id: string, isWanted: boolean): Promise<boolean> {
  const { userId } = actor
  if (!isId(id)) throw new Problem('not_found')
  if (isWanted) await requireMail(actor)
  return db().$transaction(async (tx) => {
    await holdSubject(tx, id)
    const [caller, batch] = await Promise.all([
      tx.jobCaller.findFirst({ where: { jobId: id, userId }, include: { job: { select: { status: true } } } }),
      tx.importBatch.findFirst({ where: { id, userId }, select: { status: true } }),
    ])
    if (!caller && !batch) throw new Problem('not_found')
    const key = { userId, subjectId: id }
    if (!isWanted) {
      await tx.endNotice.deleteMany({ where: { ...key, sentAt: null } })
      return false
    }
    const isRunning = caller
      ? caller.leftAt === null && RUNNING_JOB.in.some((status) => status === caller.job.status)
      : RUNNING_IMPORT.in.some((status) => status === batch?.status)
    if (!isRunning) return false
    const subject = caller ? NoticeSubject.job : NoticeSubject.import
    await tx.endNotice.createMany({ data: { ...key, subject }, skipDuplicates: true })
    return true
  })
}

async function requireMail(actor: Actor): Promise<void> {
  if ((await findNotices(actor)).canEmail) return
  throw new Problem('mail_unavailable', {
    detail: 'Email isn’t set up on this server. Set up a mail server (MAIL_SERVER) and sign in with an email.',
    context: { retryable: false },
  })
}
