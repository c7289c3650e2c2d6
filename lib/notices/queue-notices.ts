import { db } from '@/lib/core/db/db'
import { type EventKind, emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { NoticeSubject } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { canSendMail } from '@/lib/notices/send-mail'
import { listDailyReaders } from './notice-table'

/** The subject and the recipient of a mail. */
export type NoticeOf = {
  userId: string
  subjectId: string
  subject: NoticeSubject
  /** The start of the period that a daily mail about watches covers. */
  since?: string
}

/** The end of a job or an import that a user wants to know of. */
export const NOTICE_DUE: EventKind<NoticeOf> = { name: 'notice/due' }

/** A user who waits for less than this still looks at the page. */
const SHORTEST_JOB_MS = 60_000

/**
 * Queues a mail to each of these users who wants to know that something has ended, in the transaction in which it ends. The
 * same end queues nothing twice.
 */
export async function queueNotices(
  tx: Prisma.TransactionClient,
  { subject, subjectId, userIds }: Omit<NoticeOf, 'userId'> & { userIds: readonly string[] },
): Promise<void> {
  if (!canSendMail() || userIds.length === 0) return
  const users = await tx.user.findMany({
    where: {
      id: { in: [...userIds] },
      isLocal: null,
      OR: [{ emailWhenDone: true }, { endNotices: { some: { subjectId, sentAt: null } } }],
    },
    select: { id: true },
  })
  for (const { id: userId } of users)
    await emit(tx, NOTICE_DUE, { data: { userId, subjectId, subject }, id: `notice:${userId}:${subjectId}` })
}

/** Queues mails to callers whose job has ended, if they have waited for longer than a minute and not for an import. */
export async function queueJobNotices(
  tx: Prisma.TransactionClient,
  jobId: string,
  userIds: readonly string[],
): Promise<void> {
  if (!canSendMail()) return
  const callers = await tx.jobCaller.findMany({
    where: {
      jobId,
      userId: { in: [...userIds] },
      forImport: false,
      createdAt: { lt: new Date(Date.now() - SHORTEST_JOB_MS) },
    },
    select: { userId: true },
  })
  await queueNotices(tx, { subject: 'job', subjectId: jobId, userIds: callers.map(({ userId }) => userId) })
}

/** Queues a mail about what a watch has brought, to a user who wants one each time. */
export async function queueWatchNotice(tx: Prisma.TransactionClient, userId: string, batchId: string): Promise<void> {
  if (!canSendMail()) return
  if ((await tx.user.count({ where: { id: userId, isLocal: null, watchMail: 'each' } })) === 0) return
  await emitNotice(tx, { userId, subjectId: batchId, subject: 'watch' })
}

/** Queues the mail that a watch was paused because it has failed for too long, if its user has an email address. */
export async function queueWatchPaused(
  tx: Prisma.TransactionClient,
  { id, userId, claims }: { id: string; userId: string; claims: number },
): Promise<void> {
  if (!canSendMail() || (await tx.user.count({ where: { id: userId, isLocal: null } })) === 0) return
  await emitNotice(tx, { userId, subjectId: id, subject: 'watch' }, `:${claims}`)
}

async function emitNotice(tx: Prisma.TransactionClient, notice: NoticeOf, suffix = ''): Promise<void> {
  await emit(tx, NOTICE_DUE, { data: notice, id: `notice:${notice.userId}:${notice.subjectId}${suffix}` })
}

const DAY_MS = 86_400_000

/** Queues the daily mails about watches that are due: of each user one in 24 hours, and only where something came. */
export async function queueDailyWatchNotices(now = new Date()): Promise<void> {
  if (!canSendMail()) return
  const dayAgo = new Date(now.getTime() - DAY_MS)
  for (const { id: userId, watchMailAt } of await listDailyReaders(dayAgo)) {
    const since = watchMailAt ?? dayAgo
    await db().$transaction(async (tx) => {
      const data = { watchMailAt: now }
      const { count } = await tx.user.updateMany({ where: { id: userId, watchMail: 'daily', watchMailAt }, data })
      if (count > 0) await emitNotice(tx, { userId, subjectId: newId(), subject: 'watch', since: since.toISOString() })
    })
  }
}
