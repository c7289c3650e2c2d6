import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { NoticeSubject } from '@/lib/core/generated/prisma/enums'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { lockNotice } from './notice-table'
import type { NoticeOf } from './queue-notices'
import { type Mail, sendMail } from './send-mail'

/** A title in a subject line: of one line and bounded. */
function inSubject(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${Array.from(line).slice(0, 99).join('')}…` : line
}

/** The content of a mail: its subject, its first paragraph and its button. */
type MailContent = Pick<Mail, 'subject' | 'lead' | 'button'>

/** The most titles in a mail. */
const MAX_TITLES = 20

const count = (transcripts: number) => (transcripts === 1 ? '1 new transcript' : `${transcripts} new transcripts`)

function listTitles(titles: readonly string[], total: number): string {
  const more = total > titles.length ? ` and ${total - titles.length} more` : ''
  return `${titles.map((title) => `“${inSubject(title)}”`).join(', ')}${more}`
}

async function describePause(userId: string, id: string): Promise<MailContent | null> {
  const watch = await db().watch.findFirst({ where: { id, userId, pausedAt: { not: null } } })
  if (!watch) return null
  const title = watch.title ?? withoutCredentials(watch.sourceUrl)
  const problem = problemSchema.safeParse(watch.error)
  return {
    subject: `Following paused: ${inSubject(title)}`,
    lead: `“${title}” could not be read for 30 days, so it is not checked any more. ${problem.success ? problem.data.detail : ''}`.trim(),
    button: { label: 'Open in Following', link: `${env().baseUrl}/imports/following/${id}` },
  }
}

/** The mail about a watch: the items of a batch, or that the watch was paused. */
async function describeWatch(userId: string, id: string): Promise<MailContent | null> {
  const batch = await db().importBatch.findFirst({ where: { id, userId, watchId: { not: null } } })
  if (!batch) return describePause(userId, id)
  const items = await db().importItem.findMany({
    where: { batchId: id, userId, state: 'done' },
    orderBy: { position: 'asc' },
    take: MAX_TITLES,
    select: { title: true },
  })
  const source = batch.title ?? withoutCredentials(batch.sourceUrl)
  const titles = items.map(({ title }) => title)
  return {
    subject: `${count(batch.done)}: ${inSubject(source)}`,
    lead: `New from “${source}”: ${listTitles(titles, batch.done)}.`,
    button: { label: 'Open in Following', link: `${env().baseUrl}/imports/following/${batch.watchId}` },
  }
}

/** The daily mail: all that watches have brought since the last one. Null: nothing. */
async function describeNewTranscripts(userId: string, since: Date): Promise<MailContent | null> {
  const where = {
    userId,
    state: 'done' as const,
    batch: { userId, watchId: { not: null }, finishedAt: { gt: since } },
  }
  const [total, items] = await Promise.all([
    db().importItem.count({ where }),
    db().importItem.findMany({ where, orderBy: { finishedAt: 'desc' }, take: MAX_TITLES, select: { title: true } }),
  ])
  if (total === 0) return null
  return {
    subject: `${count(total)} from what you follow`,
    lead: `New since the last email: ${listTitles(
      items.map(({ title }) => title),
      total,
    )}.`,
    button: { label: 'Open Following', link: `${env().baseUrl}/imports/following` },
  }
}

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
