import { canSendMail } from '@/lib/mail/send-mail'
import { type EventKind, emit } from '@/lib/platform/db/events'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { NoticeSubject } from '@/lib/platform/generated/prisma/enums'

/** What a mail is about, and to whom it goes. */
export type NoticeOf = { userId: string; subjectId: string; subject: NoticeSubject }

/** A job or an import has ended, and somebody wants to know. */
export const NOTICE_DUE: EventKind<NoticeOf> = { name: 'notice/due' }

/** Who waits for less than this still looks at the page. */
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
