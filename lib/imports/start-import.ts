import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { beginWork } from '@/lib/durable/work'
import { parseLang } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import type { ImportChoice } from './choice/choose-items'
import type { ImportRequest } from './contract'
import { IMPORT_WORK, makeRoom } from './open-imports'
import { refuseRecording } from './show/find-podcast'
import { toStoredLink } from './source/stored-link'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The stored form of a choice; null: everything. */
function toStoredChoice(choice: ImportChoice): Prisma.InputJsonObject | null {
  const stored: Prisma.InputJsonObject = JSON.parse(JSON.stringify(choice))
  return Object.keys(stored).length > 0 ? stored : null
}

/**
 * Starts to import the show or list at a link, or returns the same import that is already running. It is not read yet: a
 * problem with it ends the import with status `error`. The oldest ended imports of a user are deleted beyond a thousand
 * imports or 200,000 episodes. Returns its id. Throws `invalid_url`, `blocked_url`, `unsupported_source`,
 * `invalid_language`, `too_many_jobs`.
 */
export async function startImport(actor: Actor, { url, lang, ...wanted }: ImportRequest): Promise<string> {
  const { userId } = actor
  const requestedLang = lang === undefined ? null : parseLang(lang)
  const sourceUrl = await withFieldContext('url', url, async () => {
    const link = await toStoredLink(actor, url)
    refuseRecording(link)
    return link
  })
  const choice = toStoredChoice(wanted)
  const chosen = choice ? `:${hashOf(JSON.stringify(choice))}` : ''
  const runningKey = `${userId}:${requestedLang ?? ''}:${hashOf(sourceUrl)}${chosen}`
  return db().$transaction(async (tx) => {
    const running = await tx.importBatch.findUnique({ where: { runningKey }, select: { id: true } })
    if (running) return running.id
    await makeRoom(tx, userId)
    const batch = { id: newId(), userId, sourceUrl, lang: requestedLang, runningKey, ...(choice ? { choice } : {}) }
    const [created] = await tx.importBatch.createManyAndReturn({ data: [batch], skipDuplicates: true })
    if (!created) return (await tx.importBatch.findUniqueOrThrow({ where: { runningKey } })).id
    await beginWork(tx, IMPORT_WORK, batch.id, { batchId: batch.id, userId })
    return batch.id
  })
}
