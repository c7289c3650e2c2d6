import { db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { type MediaFacts, tidyFacts } from './media-facts'
import type { MediaRef } from './media-ref'

/** How long a media counts as just requested before `lastRequestedAt` is written again. */
export const REQUEST_NOTED_MS = 60_000

function missingOf(known: Media, ref: MediaRef, facts: MediaFacts): Partial<Media> {
  const { title, author, thumbnailUrl, publishedAt } = facts
  return {
    ...(known.lastRequestedAt.getTime() < Date.now() - REQUEST_NOTED_MS ? { lastRequestedAt: new Date() } : {}),
    // The media was unused and was deleted in between.
    ...(known.url === '' ? { url: ref.url } : {}),
    ...(known.title === null && title ? { title } : {}),
    ...(known.author === null && author ? { author } : {}),
    ...(known.thumbnailUrl === null && thumbnailUrl ? { thumbnailUrl } : {}),
    ...(known.publishedAt === null && publishedAt ? { publishedAt } : {}),
  }
}

/** Finds or creates the row of a media; facts that were unknown are filled in later. */
export async function saveMedia(ref: MediaRef, facts: MediaFacts): Promise<Media> {
  const { openUrl: _, ...identity } = ref
  const { platform, videoId, accessKey } = identity
  const given = tidyFacts({ ...facts, title: facts.title ?? ref.title })
  const where = { platform_videoId_accessKey: { platform, videoId, accessKey } }
  const known = await db().media.findUnique({ where })
  if (!known) {
    const data = [{ id: newId(), ...identity, ...given }]
    const [made] = await db().media.createManyAndReturn({ data, skipDuplicates: true })
    return made ?? db().media.findUniqueOrThrow({ where })
  }
  const missing = missingOf(known, ref, given)
  return Object.keys(missing).length > 0 ? db().media.update({ where: { id: known.id }, data: missing }) : known
}
