import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { TagList } from './contract'

/** The caller's tags in alphabetical order, with how many transcripts have them; those of none are left out. */
export async function listTags({ userId }: Actor): Promise<TagList> {
  const found = await db().tag.findMany({
    where: { userId, items: { some: {} } },
    select: { name: true, _count: { select: { items: true } } },
    orderBy: { foldedName: 'asc' },
  })
  return { tags: found.map(({ name, _count }) => ({ name, transcriptions: _count.items })) }
}
