import { type Db, db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { FormerSlug, Prisma, Publication } from '@/lib/core/generated/prisma/client'

/** A slug that was taken back is kept for its owner this long. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - KEPT_DAYS * DAY_MS)
}

/** The slug of the page that a slug leads to: its own, or that of the page with the same text that replaced it. */
export async function currentSlug(slug: string, tx: Db = db()): Promise<string> {
  const former = await tx.formerSlug.findFirst({
    where: { slug, withdrawnAt: null },
    select: { libraryItem: { select: { publication: { select: { slug: true } } } } },
  })
  return former?.libraryItem.publication?.slug ?? slug
}

/** Keeps the slug of an unpublished transcript for its owner, and what its page was. */
export async function storeFormerSlug(
  tx: Prisma.TransactionClient,
  { slug, userId, libraryItemId, unlisted, expiresAt, views }: Publication,
): Promise<void> {
  const withdrawnAt = new Date()
  await tx.formerSlug.create({ data: { slug, userId, libraryItemId, withdrawnAt, unlisted, expiresAt, views } })
}

/** Takes the page that a library item had when it was last public, if it is still kept; null when there is none. */
export async function takeFormerPage(
  tx: Prisma.TransactionClient,
  libraryItemId: string,
): Promise<Pick<FormerSlug, 'slug' | 'unlisted' | 'expiresAt' | 'views'> | null> {
  const where = { libraryItemId, withdrawnAt: { gte: oldestKept(new Date()) } }
  const kept = await tx.formerSlug.findFirst({ where, orderBy: { withdrawnAt: 'desc' } })
  const { count } = kept ? await tx.formerSlug.deleteMany({ where: { slug: kept.slug } }) : { count: 0 }
  if (!kept || count === 0) return null
  const { slug, unlisted, expiresAt, views } = kept
  return { slug, unlisted, expiresAt, views }
}

/** Deletes slugs that their former owner can't reclaim any more. Returns how many there were. */
export function purgeFormerSlugs(now = new Date()): Promise<number> {
  return purgeRows('former_slug', 'withdrawn_at < $1', [oldestKept(now)])
}
