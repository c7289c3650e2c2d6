import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { isSlug } from './make-slug'

/** Takes a published transcript of the caller's back: from now on nobody is shown it. Throws `not_found`. */
export async function unpublish({ userId }: Actor, slug: string): Promise<void> {
  const { count } = isSlug(slug) ? await db().publication.deleteMany({ where: { slug, userId } }) : { count: 0 }
  if (count === 0) throw new Problem('not_found', { detail: 'You have published nothing under this slug. Check it.' })
}
