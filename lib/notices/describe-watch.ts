import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import type { Mail } from '@/lib/notices/send-mail'

/** A title in a subject line: of one line and bounded. */
export function inSubject(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${Array.from(line).slice(0, 99).join('')}…` : line
}

/** The content of a mail: its subject, its first paragraph and its button. */
export type MailContent = Pick<Mail, 'subject' | 'lead' | 'button'>

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
export async function describeWatch(userId: string, id: string): Promise<MailContent | null> {
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
export async function describeNewTranscripts(userId: string, since: Date): Promise<MailContent | null> {
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
