import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Prisma, type Publication } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { PublicationUpdate, Published } from './contract'
import { currentSlug } from './former-slug'
import { isFreeSlug, toPublished } from './publication-table'
import { isSlug } from './slug'
import { takenDown } from './taken-down'

const INCLUDE = { libraryItem: { select: { transcript: { select: { lang: true } } } } }

/** Gives a page another slug. Its former one leads to it, and is its own again when asked for. */
async function moveTo(tx: Prisma.TransactionClient, publication: Publication, slug: string): Promise<void> {
  const { libraryItemId, userId } = publication
  await tx.formerSlug.deleteMany({ where: { slug, libraryItemId } })
  if (!(await isFreeSlug(tx, slug))) throw new Problem('slug_taken')
  await tx.publication.update({ where: { slug: publication.slug }, data: { slug } }).catch((error: unknown) => {
    // Another page has got it since.
    const isDuplicate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
    throw isDuplicate ? new Problem('slug_taken', { cause: error }) : error
  })
  await tx.formerSlug.create({ data: { slug: publication.slug, userId, libraryItemId } })
}

/**
 * Changes a public page of the caller's: its slug, whether it is listed, and when it expires. Throws `not_found`,
 * `slug_taken`, and `taken_down` for a page that the operator has taken down.
 */
export async function updatePublication(
  { userId }: Actor,
  address: string,
  { slug, unlisted, expires_at: expires }: PublicationUpdate,
): Promise<Published> {
  const current = isSlug(address) ? await currentSlug(address) : ''
  return await db().$transaction(async (tx) => {
    const publication = await tx.publication.findFirst({ where: { slug: current, userId } })
    if (!publication) {
      throw new Problem('not_found', { detail: 'You have no public page with this slug. Check the slug.' })
    }
    if (publication.takenDownAt) throw takenDown(publication.takedownReason)
    if (slug !== undefined && slug !== current) await moveTo(tx, publication, slug)
    const data = {
      ...(unlisted === undefined ? {} : { unlisted }),
      ...(expires === undefined ? {} : { expiresAt: expires === null ? null : new Date(expires) }),
    }
    const changed = await tx.publication.update({ where: { slug: slug ?? current }, data, include: INCLUDE })
    return toPublished(changed, changed.libraryItem.transcript?.lang ?? null)
  })
}
