import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { NoticeSubject } from '@/lib/core/generated/prisma/enums'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { type Mail, sendMail } from '@/lib/notices/send-mail'
import { describeNewTranscripts, describeWatch, inSubject, type MailContent } from './describe-watch'
import { lockNotice } from './notice-table'
import type { NoticeOf } from './queue-notices'

/** Longer than a mail server is waited for. */
const LONGEST_SEND_MS = 90_000

/** The mail about a job or an import that has ended. */
/**
 * Sends the mail about something that has ended, once: it is stored that it was sent. If the process ends between the two, it is
 * sent again with the same Message-ID, which mailboxes show once. Sends nothing to a suspended account, or about what was
 * deleted since. Throws what the mail server refuses with.
 */
export async function sendNotice({ userId, subjectId, subject, since }: NoticeOf): Promise<void> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true, suspendedAt: true } })
  if (!user || user.suspendedAt) return
  const content = await describeSubject({ userId, subjectId, subject, ...(since ? { since } : {}) })
  if (!content) return
  const where = { userId_subjectId: { userId, subjectId } }
  const wanted = await db().endNotice.findUnique({ where })
  const { baseUrl } = env()
  const mail: Mail = {
    to: user.email,
    ...content,
    hint: hintFor(subject, wanted !== null),
    unsubscribe: { label: 'Change email settings', link: `${baseUrl}/settings#notifications` },
    messageId: `<notice.${subjectId}.${userId}@${new URL(baseUrl).hostname}>`,
  }
  await db().$transaction(
    async (tx) => {
      await tx.endNotice.createMany({ data: { userId, subjectId, subject }, skipDuplicates: true })
      await lockNotice(tx, userId, subjectId)
      const { sentAt } = await tx.endNotice.findUniqueOrThrow({ where })
      if (sentAt) return
      await sendMail(mail)
      await tx.endNotice.update({ where, data: { sentAt: new Date() } })
    },
    { timeout: LONGEST_SEND_MS },
  )
}

function hintFor(subject: NoticeSubject, isWanted: boolean): string {
  if (subject === 'watch') return 'You get this email because you watch shows, channels or playlists.'
  return isWanted ? 'You asked for this email.' : 'You get an email whenever a longer job or an import ends.'
}

function describeSubject({ userId, subjectId, subject, since }: NoticeOf): Promise<MailContent | null> {
  if (subject === 'job') return describeJob(userId, subjectId)
  if (subject === 'import') return describeImport(userId, subjectId)
  return since === undefined ? describeWatch(userId, subjectId) : describeNewTranscripts(userId, new Date(since))
}

function detailOf(error: unknown): string {
  const parsed = problemSchema.safeParse(error)
  return parsed.success ? parsed.data.detail : 'It couldn’t be transcribed.'
}

async function describeJob(userId: string, jobId: string): Promise<MailContent | null> {
  const caller = await db().jobCaller.findUnique({
    where: { jobId_userId: { jobId, userId } },
    include: { job: { include: { media: true } } },
  })
  if (!caller) return null
  const item = await db().libraryItem.findUnique({ where: { id: caller.libraryItemId } })
  if (!item) return null
  const title = titleOfLibraryItem(item, caller.job.media) ?? 'Untitled recording'
  const error = caller.error ?? (caller.job.status === 'error' ? caller.job.error : null)
  const link = `${env().baseUrl}/transcripts/${item.id}`
  if (error !== null) {
    return {
      subject: `Transcript failed: ${inSubject(title)}`,
      lead: `“${title}” couldn’t be transcribed. ${detailOf(error)}`,
      button: { label: 'View details', link },
    }
  }
  return {
    subject: `Transcript ready: ${inSubject(title)}`,
    lead: `The transcript of “${title}” is ready.`,
    button: { label: 'Open transcript', link },
  }
}

async function describeImport(userId: string, id: string): Promise<MailContent | null> {
  const batch = await db().importBatch.findFirst({ where: { id, userId } })
  if (!batch) return null
  const { done, failed, skipped, total } = batch
  const counts = [
    `${done} of ${total} transcribed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const link = `${env().baseUrl}/imports/${id}`
  const ending = batch.status === 'error' ? 'failed' : 'finished'
  if (batch.kind === 'batch') {
    return {
      subject: `Batch ${ending}: ${counts[0]}`,
      lead: `Your batch has ended: ${counts.join(', ')}.`,
      button: { label: 'Open batch', link },
    }
  }
  const title = batch.title ?? withoutCredentials(batch.sourceUrl)
  return {
    subject: `Import ${ending}: ${inSubject(title)}`,
    lead: `The import of “${title}” has ended: ${counts.join(', ')}.`,
    button: { label: 'Open import', link },
  }
}
