import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/core/actor'
import { db, lockUser } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { beginWork } from '@/lib/durable/work'
import { parseLang } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import type { ImportChoice } from './choice/choose-items'
import type { ImportRequest } from './contract'
import { beginWaiting, IMPORT_WORK, makeRoom, makeRoomToWait } from './open-imports'
import { refuseRecording } from './show/find-podcast'
import { toStoredLink } from './source/stored-link'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The stored form of a choice; null: everything. */
function toStoredChoice(choice: ImportChoice): Prisma.InputJsonObject | null {
  const stored: Prisma.InputJsonObject = JSON.parse(JSON.stringify(choice))
  return Object.keys(stored).length > 0 ? stored : null
}

/** An import that is not stored yet. */
export type NewImport = Prisma.ImportBatchCreateManyInput & { runningKey: string }

/**
 * The import that a request asks for, by its text alone. Throws `invalid_url`, `blocked_url`, `unsupported_source`,
 * `invalid_language`.
 */
export async function toNewImport(actor: Actor, { url, lang, ...wanted }: ImportRequest): Promise<NewImport> {
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
  return { id: newId(), userId, sourceUrl, lang: requestedLang, runningKey, ...(choice ? { choice } : {}) }
}

/**
 * Starts to import the show or list at a link, or returns the same import that is already running. It is not read yet: a
 * problem with it ends the import with status `error`. The oldest ended imports of a user are deleted beyond a thousand
 * imports or 200,000 episodes. Returns its id. Throws what `toNewImport` throws, and `too_many_jobs`.
 */
export async function startImport(actor: Actor, request: ImportRequest): Promise<string> {
  const { userId } = actor
  const batch = await toNewImport(actor, request)
  const { id, runningKey } = batch
  return db().$transaction(async (tx) => {
    const running = await tx.importBatch.findUnique({ where: { runningKey }, select: { id: true } })
    if (running) return running.id
    await makeRoom(tx, userId)
    const [created] = await tx.importBatch.createManyAndReturn({ data: [batch], skipDuplicates: true })
    if (!created) return (await tx.importBatch.findUniqueOrThrow({ where: { runningKey } })).id
    await beginWork(tx, IMPORT_WORK, id, { batchId: id, userId })
    return id
  })
}

/**
 * Starts imports of a user in their order, which wait where others of the user run, or finds the same ones that are open
 * already. Takes as many statements for one as for hundreds. Returns their ids by their running keys; there is none for those
 * beyond the imports that may wait.
 */
export async function startImports(userId: string, batches: readonly NewImport[]): Promise<Map<string, string>> {
  return db().$transaction(async (tx) => {
    await lockUser(tx, userId)
    const where = { runningKey: { in: batches.map(({ runningKey }) => runningKey) } }
    const open = await tx.importBatch.findMany({ where, select: { id: true, runningKey: true } })
    const found = new Map(
      open.flatMap(({ id, runningKey }) => (runningKey === null ? [] : [[runningKey, id] as const])),
    )
    const fresh = batches.filter(({ runningKey }) => !found.has(runningKey))
    const room = await makeRoomToWait(tx, userId, fresh.length)
    // Imports are listed and begun by their time and id, so each has a millisecond of the past to itself.
    const firstMs = Date.now() - room
    const data = fresh.slice(0, room).map((batch, at) => {
      return { ...batch, id: newId(firstMs + at), createdAt: new Date(firstMs + at) }
    })
    await tx.importBatch.createMany({ data })
    await beginWaiting(tx, userId)
    return new Map([...found, ...data.map(({ runningKey, id }) => [runningKey, id] as const)])
  })
}
