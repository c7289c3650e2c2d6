import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { PublicationList } from './contract'
import { pageUrl } from './slug'

const INCLUDE = {
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
    include: INCLUDE,
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
