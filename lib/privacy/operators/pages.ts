import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { db } from '@/lib/core/db/db'
import type { Publication } from '@/lib/core/generated/prisma/client'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { currentSlug } from '@/lib/publishing/former-slug'
import { pageUrl } from '@/lib/publishing/slug'
import { type Operator, recordOperatorAction } from './operator-actions'

const INCLUDE = {
  user: { select: { email: true } },
  libraryItem: { select: { title: true, customTitle: true, media: { select: { title: true } } } },
} as const

type Titles = { title: string | null; customTitle: string | null; media: { title: string | null } }
type Found = Publication & { user: { email: string }; libraryItem: Titles }

function toLine({ slug, createdAt, takenDownAt, takedownReason, user, libraryItem }: Found) {
  return {
    slug,
    url: pageUrl(slug),
    title: titleOfLibraryItem(libraryItem, libraryItem.media),
    email: user.email,
    published_at: createdAt.toISOString(),
    taken_down_at: takenDownAt?.toISOString() ?? null,
    takedown_reason: takedownReason,
  }
}
export type PageLine = ReturnType<typeof toLine>

/** Public pages, the newest first. */
export async function listPublicPages({ limit, down }: { limit: number; down: boolean }): Promise<PageLine[]> {
  const pages = await db().publication.findMany({
    where: down ? { takenDownAt: { not: null } } : {},
    include: INCLUDE,
    orderBy: [{ createdAt: 'desc' }, { slug: 'asc' }],
    take: limit,
  })
  return pages.map(toLine)
}

async function changePage(
  operator: Operator,
  address: string,
  {
    action,
    data,
  }: { action: 'page.takedown' | 'page.restore'; data: Pick<Publication, 'takenDownAt' | 'takedownReason'> },
): Promise<PageLine> {
  const slug = await currentSlug(address)
  return db().$transaction(async (tx) => {
    const { count } = await tx.publication.updateMany({ where: { slug }, data })
    if (count === 0)
      throw new Error(withOurCommands(`Nothing is published as ${slug}. npm run -s public -- list shows all.`))
    const page = await tx.publication.findUniqueOrThrow({ where: { slug }, include: INCLUDE })
    await recordOperatorAction(operator, { action, subject: slug, details: { email: page.user.email } }, tx)
    return toLine(page)
  })
}

/** Takes a public page down: it answers 451 with the reason, in every format, until it is restored. */
export function takeDownPage(operator: Operator, slug: string): Promise<PageLine> {
  const data = { takenDownAt: new Date(), takedownReason: operator.reason }
  return changePage(operator, slug, { action: 'page.takedown', data })
}

/** Shows a page again that was taken down. */
export function restorePage(operator: Operator, slug: string): Promise<PageLine> {
  return changePage(operator, slug, { action: 'page.restore', data: { takenDownAt: null, takedownReason: null } })
}
