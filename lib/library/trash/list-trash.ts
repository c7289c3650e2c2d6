import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { TrashList } from './contract'
import { deletedPermanentlyAt } from './purge-trash'

const INCLUDE = {
  media: { select: { title: true, url: true, platform: true, videoId: true } },
  transcript: { select: { lang: true } },
} as const

/** A page of the caller's trash, what was deleted last first. */
export async function listTrash(
  { userId }: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashList> {
  const total = await db().trashedItem.count({ where: { userId } })
  const found = await db().trashedItem.findMany({
    where: { userId },
    include: INCLUDE,
    omit: { links: true },
    orderBy: [{ trashedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: Math.min(offset, total),
  })
  const transcriptions = found.map((item) => ({
    id: item.id,
    platform: knownPlatform(item.media.platform),
    video_id: item.media.videoId,
    url: item.media.url,
    title: titleOfLibraryItem(item, item.media),
    lang: item.transcript?.lang ?? null,
    duration_seconds: item.durationSeconds,
    total_seconds: item.totalSeconds,
    slug: item.slug,
    tags: item.tags,
    created_at: item.createdAt.toISOString(),
    deleted_at: item.trashedAt.toISOString(),
    deleted_permanently_at: deletedPermanentlyAt(item.trashedAt).toISOString(),
  }))
  return { transcriptions, total, limit, offset }
}
