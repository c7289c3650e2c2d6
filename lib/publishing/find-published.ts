import { findLibraryItemId } from '@/lib/archive/find-library-item-id'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Published } from './contract'
import { pageUrl } from './page-url'

/** Where a library item of the caller's history is public; null: it is not. */
export async function findPublished({ userId }: Actor, libraryItemId: string): Promise<Published | null> {
  const id = await findLibraryItemId(userId, libraryItemId)
  const select = { slug: true, libraryItem: { select: { transcript: { select: { lang: true } } } } }
  const publication = await db().publication.findFirst({ where: { libraryItemId: id, userId }, select })
  if (!publication) return null
  const { slug, libraryItem } = publication
  return { slug, url: pageUrl(slug), lang: libraryItem.transcript?.lang ?? null, warnings: [] }
}
