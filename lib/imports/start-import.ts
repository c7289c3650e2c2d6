import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { recognise } from '@/lib/sources/recognise/recognise'
import { namingField } from '@/lib/transcripts/naming-field'
import { parseLang } from '@/lib/transcripts/parse-request'
import type { ImportRequest } from './contract'
import { noPodcast } from './find-podcast'

export const IMPORT_REQUESTED = 'import/requested'

/** How many imports of one user may be running or queued. */
const MAX_OPEN = 20

/** Refuses a link that is no podcast by its text alone: nothing is opened yet. */
function refuseOthers(link: string): void {
  if (recognise(link).kind === 'recording') throw noPodcast()
}

/** How many imports and episodes of a user are kept: the oldest ended imports are deleted for a new one. */
const KEPT_IMPORTS = 1000
const KEPT_EPISODES = 200_000

async function deleteOldest(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    delete from import_batch where running_key is null and id in (
      select id from (
        select id, row_number() over w as newness, sum(total) over w as newer_episodes from import_batch
        where user_id = ${userId}::uuid window w as (order by created_at desc, id desc)
      ) kept where newness >= ${KEPT_IMPORTS} or newer_episodes > ${KEPT_EPISODES})`
}

async function checkOpen(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  // Imports of one user are started one at a time.
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`
  const running = await tx.importBatch.count({ where: { userId, status: { in: ['queued', 'in_progress'] } } })
  if (running < MAX_OPEN) return
  throw new Problem('too_many_jobs', {
    detail: `${running} of your imports are under way. Wait until one has ended, or cancel one.`,
    context: { running, limit: MAX_OPEN },
  })
}

/**
 * Starts to import the show at a link, or returns the same import that is already running. The show is not read yet: a
 * problem with it ends the import with status `error`. The oldest ended imports of a user are deleted beyond a thousand
 * imports or 200,000 episodes. Returns its id. Throws `invalid_url`, `blocked_url`, `unsupported_source`,
 * `invalid_language`, `too_many_jobs`.
 */
export async function startImport(actor: Actor, { url, lang }: ImportRequest): Promise<string> {
  const { userId } = actor
  const sourceUrl = url.trim()
  const requestedLang = lang === undefined ? null : parseLang(lang)
  await namingField('url', url, async () => refuseOthers(sourceUrl))
  const link = createHash('sha256').update(sourceUrl).digest('base64url')
  const runningKey = `${userId}:${requestedLang ?? ''}:${link}`
  return db().$transaction(async (tx) => {
    const running = await tx.importBatch.findUnique({ where: { runningKey }, select: { id: true } })
    if (running) return running.id
    await checkOpen(tx, userId)
    await deleteOldest(tx, userId)
    const batch = { id: newId(), userId, sourceUrl, lang: requestedLang, runningKey }
    const [created] = await tx.importBatch.createManyAndReturn({ data: [batch], skipDuplicates: true })
    if (!created) return (await tx.importBatch.findUniqueOrThrow({ where: { runningKey } })).id
    await emit(tx, { name: IMPORT_REQUESTED, data: { batchId: batch.id, userId }, id: batch.id })
    return batch.id
  })
}
