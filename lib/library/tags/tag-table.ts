import { MAX_TAGS_OF_ITEM } from '@/lib/archive/library-items/item-tag-table'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { distinctTags, MAX_TAGS_OF_USER } from './contract'

const OF_ITEM = `A transcript has at most ${MAX_TAGS_OF_ITEM} tags. Remove one of them first.`

/** The tags of a library item, in alphabetical order. */
export async function tagNames(tx: Prisma.TransactionClient, libraryItemId: string): Promise<string[]> {
  const found = await tx.libraryItemTag.findMany({
    where: { libraryItemId },
    select: { tag: { select: { name: true } } },
    orderBy: { tag: { foldedName: 'asc' } },
  })
  return found.map(({ tag }) => tag.name)
}

/** The ids of a user's tags of these names; new ones are created. Throws `too_many_tags`. */
async function findOrCreateTags(
  tx: Prisma.TransactionClient,
  userId: string,
  names: readonly string[],
): Promise<string[]> {
  const wanted = distinctTags(names)
  if (wanted.size === 0) return []
  // Changes of one user's tags wait for each other: their number is bounded.
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`
  await tx.tag.deleteMany({ where: { userId, items: { none: {} } } })
  const data = [...wanted].map(([foldedName, name]) => ({ id: newId(), userId, name, foldedName }))
  await tx.tag.createMany({ data, skipDuplicates: true })
  if ((await tx.tag.count({ where: { userId } })) > MAX_TAGS_OF_USER) {
    throw new Problem('too_many_tags', { context: { limit: MAX_TAGS_OF_USER } })
  }
  const found = await tx.tag.findMany({
    where: { userId, foldedName: { in: [...wanted.keys()] } },
    select: { id: true },
  })
  return found.map(({ id }) => id)
}

/** Adds tags to a user's library items. Throws `too_many_tags`, also where an item would have more than 20 then. */
export async function addTags(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemIds: readonly string[],
  names: readonly string[],
): Promise<void> {
  const tagIds = await findOrCreateTags(tx, userId, names)
  for (const libraryItemId of libraryItemIds) {
    const had = await tx.libraryItemTag.findMany({ where: { libraryItemId }, select: { tagId: true } })
    const known = new Set(had.map(({ tagId }) => tagId))
    const added = tagIds.filter((tagId) => !known.has(tagId))
    if (known.size + added.length > MAX_TAGS_OF_ITEM) {
      throw new Problem('too_many_tags', { detail: OF_ITEM, context: { limit: MAX_TAGS_OF_ITEM } })
    }
    await tx.libraryItemTag.createMany({ data: added.map((tagId) => ({ libraryItemId, tagId, userId })) })
  }
}

/** Removes tags from a user's library items. */
export async function removeTags(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemIds: readonly string[],
  names: readonly string[],
): Promise<void> {
  const foldedNames = [...distinctTags(names).keys()]
  const where = { userId, libraryItemId: { in: [...libraryItemIds] }, tag: { foldedName: { in: foldedNames } } }
  await tx.libraryItemTag.deleteMany({ where })
}

/** Replaces the tags of a user's library item. Throws `too_many_tags`. */
export async function setTags(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemId: string,
  names: readonly string[],
): Promise<void> {
  await tx.libraryItemTag.deleteMany({ where: { userId, libraryItemId } })
  await addTags(tx, userId, [libraryItemId], names)
}
