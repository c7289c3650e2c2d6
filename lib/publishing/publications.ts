import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import type { Actor } from '@/lib/core/actor'
import { type Db, db } from '@/lib/core/db/db'
import { Prisma, type Publication } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { PublicationList, PublicationUpdate, Published } from './contract'
import { currentSlug, storeFormerSlug } from './former-slug'
import { isFreeSlug, toPublished } from './publication-table'
import { isSlug, pageUrl } from './slug'
import { takenDown } from './taken-down'

const LISTED = {
  libraryItem: {
    select: {
      durationSeconds: true,
      title: true,
      customTitle: true,
      media: { select: { title: true, platform: true } },
      transcript: { select: { lang: true } },
    },
  },
} as const

/** The caller's published transcripts, newest first. */
export async function listPublications(
  { userId }: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicationList> {
  const total = await db().publication.count({ where: { userId } })
  const found = await db().publication.findMany({
    where: { userId },
    include: LISTED,
    orderBy: [{ createdAt: 'desc' }, { slug: 'asc' }],
    take: limit,
    skip: Math.min(offset, total),
  })
  const items = found.map(({ slug, libraryItemId, createdAt, libraryItem, unlisted, expiresAt, views }) => ({
    slug,
    url: pageUrl(slug),
    transcription_id: libraryItemId,
    title: titleOfLibraryItem(libraryItem, libraryItem.media),
    platform: knownPlatform(libraryItem.media.platform),
    lang: libraryItem.transcript?.lang ?? null,
    duration_seconds: libraryItem.durationSeconds,
    published_at: createdAt.toISOString(),
    unlisted,
    expires_at: expiresAt?.toISOString() ?? null,
    views,
  }))
  return { items, total, limit, offset }
}

function notPublished(): Problem {
  return new Problem('not_found', { detail: 'You have no public page with this slug. Check the slug.' })
}

/** A public page of the caller's, by its slug or a former one. Throws `not_found`. */
async function findOwnPublication({ userId }: Actor, address: string, tx: Db = db()): Promise<Publication> {
  const slug = isSlug(address) ? await currentSlug(address, tx) : ''
  const publication = await tx.publication.findFirst({ where: { slug, userId } })
  if (!publication) throw notPublished()
  return publication
}

const CHANGED = { libraryItem: { select: { transcript: { select: { lang: true } } } } } as const

/** Gives a page another slug. Its former one leads to it, and is its own again when asked for. */
async function moveTo(tx: Prisma.TransactionClient, publication: Publication, slug: string): Promise<void> {
  const { libraryItemId, userId } = publication
  await tx.formerSlug.deleteMany({ where: { slug, libraryItemId } })
  if (!(await isFreeSlug(tx, slug))) throw new Problem('slug_taken')
  await tx.publication.update({ where: { slug: publication.slug, userId }, data: { slug } }).catch((error: unknown) => {
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
  actor: Actor,
  address: string,
  { slug, unlisted, expires_at: expires }: PublicationUpdate,
): Promise<Published> {
  return await db().$transaction(async (tx) => {
    const publication = await findOwnPublication(actor, address, tx)
    if (publication.takenDownAt) throw takenDown(publication.takedownReason)
    const { slug: current } = publication
    if (slug !== undefined && slug !== current) await moveTo(tx, publication, slug)
    const data = {
      ...(unlisted === undefined ? {} : { unlisted }),
      ...(expires === undefined ? {} : { expiresAt: expires === null ? null : new Date(expires) }),
    }
    const changed = await tx.publication.update({
      where: { slug: slug ?? current, userId: actor.userId },
      data,
      include: CHANGED,
    })
    return toPublished(changed, changed.libraryItem.transcript?.lang ?? null)
  })
}

async function withdraw(tx: Prisma.TransactionClient, publication: Publication): Promise<boolean> {
  const { slug, userId } = publication
  const { count } = await tx.publication.deleteMany({ where: { slug, userId, takenDownAt: null } })
  if (count > 0) await storeFormerSlug(tx, publication)
  return count > 0
}

/**
 * Unpublishes a transcript of the caller's: its public page is gone from now on. Its slug is kept for the caller, who
 * gets it again by publishing the transcript again within 30 days. One that the operator has taken down stays so, that it is
 * not published anew. Throws `not_found`.
 */
export async function unpublish(actor: Actor, address: string): Promise<void> {
  const publication = await findOwnPublication(actor, address)
  const isWithdrawn = await db().$transaction((tx) => withdraw(tx, publication))
  if (!isWithdrawn) throw notPublished()
}
