import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma, Publication } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { currentSlug, storeFormerSlug } from './former-slug'
import { isSlug } from './slug'

async function withdraw(tx: Prisma.TransactionClient, publication: Publication): Promise<boolean> {
  const { count } = await tx.publication.deleteMany({ where: { slug: publication.slug, takenDownAt: null } })
  if (count > 0) await storeFormerSlug(tx, publication)
  return count > 0
}

/**
 * Unpublishes a transcript of the caller's: its public page is gone from now on. Its slug is kept for the caller, who
 * gets it again by publishing the transcript again within 30 days. One that the operator has taken down stays so, that it is
 * not published anew. Throws `not_found`.
 */
export async function unpublish({ userId }: Actor, address: string): Promise<void> {
  const slug = isSlug(address) ? await currentSlug(address) : ''
  const publication = await db().publication.findFirst({ where: { slug, userId } })
  const withdrawn = publication && (await db().$transaction((tx) => withdraw(tx, publication)))
  if (!withdrawn) throw new Problem('not_found', { detail: 'You have no public page with this slug. Check the slug.' })
}
