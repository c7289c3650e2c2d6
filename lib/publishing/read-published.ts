import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Published } from './contract'
import { pageUrl } from './page-url'

/** Where an entry of the caller's history is public; null: it is not. */
export async function readPublished({ userId }: Actor, entryId: string): Promise<Published | null> {
  const publication = await db().publication.findFirst({ where: { entryId, userId }, select: { slug: true } })
  return publication && { slug: publication.slug, url: pageUrl(publication.slug) }
}
