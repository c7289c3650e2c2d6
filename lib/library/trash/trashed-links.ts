import { z } from 'zod'
import type { Prisma } from '@/lib/core/generated/prisma/client'

const date = z.iso.datetime().transform((text) => new Date(text))

const callerSchema = z.object({
  jobId: z.string(),
  requestedLang: z.string().nullable(),
  langSpecified: z.boolean(),
  allowPartial: z.boolean(),
  forImport: z.boolean(),
  isFree: z.boolean(),
  leftAt: date.nullable(),
  error: z.json(),
  createdAt: date,
})

/** The settings and the views of a public page; earlier releases stored none. */
const pageShape = {
  unlisted: z.boolean().default(false),
  expiresAt: date.nullable().default(null),
  views: z.int().default(0),
}
const PAGE = { unlisted: true, expiresAt: true, views: true } as const

/**
 * The links to a library item besides its own row, kept while it is in the trash: the user's part in its jobs, the ids
 * of items merged into it, its public page and former slugs, and the items of imports that brought it.
 */
const linksSchema = z.object({
  callers: z.array(callerSchema),
  formerIds: z.array(z.string()),
  formerSlugs: z.array(z.object({ slug: z.string(), withdrawnAt: date.nullable(), ...pageShape })),
  publication: z
    .object({
      slug: z.string(),
      createdAt: date,
      takenDownAt: date.nullable(),
      takedownReason: z.string().nullable(),
      ...pageShape,
    })
    .nullable(),
  importItems: z.array(z.object({ batchId: z.string(), position: z.int() })),
})
type TrashedLinks = z.output<typeof linksSchema>

/** The rows that lead to a user's library item, and the ids under which responses with it may be stored. */
export async function findLinks(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemId: string,
): Promise<{ links: Prisma.InputJsonObject; slug: string | null; storedIds: string[] }> {
  const where = { userId, libraryItemId }
  const callers = await tx.jobCaller.findMany({ where, omit: { userId: true, libraryItemId: true } })
  const former = await tx.formerLibraryItem.findMany({ where, select: { id: true } })
  const formerSlugs = await tx.formerSlug.findMany({ where, select: { slug: true, withdrawnAt: true, ...PAGE } })
  const publication = await tx.publication.findUnique({
    where: { libraryItemId },
    select: { slug: true, createdAt: true, takenDownAt: true, takedownReason: true, ...PAGE },
  })
  const importItems = await tx.importItem.findMany({ where, select: { batchId: true, position: true } })
  const formerIds = former.map(({ id }) => id)
  const links = { callers, formerIds, formerSlugs, publication, importItems }
  return {
    links: JSON.parse(JSON.stringify(links)) as Prisma.InputJsonObject,
    slug: publication?.slug ?? null,
    storedIds: [libraryItemId, ...formerIds, ...callers.map(({ jobId }) => jobId)],
  }
}

async function relinkJobs(
  tx: Prisma.TransactionClient,
  owner: { userId: string; libraryItemId: string },
  callers: TrashedLinks['callers'],
): Promise<void> {
  const jobs = await tx.job.findMany({ where: { id: { in: callers.map(({ jobId }) => jobId) } }, select: { id: true } })
  const known = new Set(jobs.map(({ id }) => id))
  for (const { error, ...caller } of callers) {
    if (!known.has(caller.jobId)) continue
    const data = { ...caller, ...owner, ...(error === null ? {} : { error: error as Prisma.InputJsonValue }) }
    await tx.jobCaller.createMany({ data, skipDuplicates: true })
  }
}

/** Makes all that led to a library item lead to it again. A slug that is taken by now is left to its new owner. */
export async function relink(
  tx: Prisma.TransactionClient,
  owner: { userId: string; libraryItemId: string },
  stored: Prisma.JsonValue,
): Promise<void> {
  const { callers, formerIds, formerSlugs, publication, importItems } = linksSchema.parse(stored)
  await relinkJobs(tx, owner, callers)
  await tx.formerLibraryItem.createMany({ data: formerIds.map((id) => ({ id, ...owner })), skipDuplicates: true })
  await tx.formerSlug.createMany({ data: formerSlugs.map((former) => ({ ...former, ...owner })), skipDuplicates: true })
  if (publication) await tx.publication.createMany({ data: { ...publication, ...owner }, skipDuplicates: true })
  for (const { batchId, position } of importItems) {
    await tx.importItem.updateMany({ where: { batchId, position, userId: owner.userId }, data: owner })
  }
}
