import { currentEntryId } from '@/lib/archive/find-entry-id'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Published } from './contract'
import { pageUrl } from './page-url'

/** Where an entry of the caller's history is public; null: it is not. */
export async function readPublished({ userId }: Actor, entryId: string): Promise<Published | null> {
  const id = await currentEntryId(userId, entryId)
  const select = { slug: true, entry: { select: { transcript: { select: { lang: true } } } } }
  const publication = await db().publication.findFirst({ where: { entryId: id, userId }, select })
  if (!publication) return null
  const { slug, entry } = publication
  return { slug, url: pageUrl(slug), lang: entry.transcript?.lang ?? null, warnings: [] }
}
