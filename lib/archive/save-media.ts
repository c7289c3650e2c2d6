import { db } from '@/lib/platform/db'
import type { Media } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import type { MediaKind, MediaRef } from './media-ref'
import { tidyFacts } from './tidy-facts'

/** So long it counts as having just been met. */
export const REQUEST_NOTED_MS = 60_000

/** What a source says of a recording, beyond its address. */
export type MediaFacts = {
  kind: MediaKind
  title?: string | null
  author?: string | null
  thumbnailUrl?: string | null
  publishedAt?: Date | null
}

function missingOf(known: Media, ref: MediaRef, facts: MediaFacts): Partial<Media> {
  const { title, author, thumbnailUrl, publishedAt } = facts
  return {
    ...(known.lastRequestedAt.getTime() < Date.now() - REQUEST_NOTED_MS ? { lastRequestedAt: new Date() } : {}),
    // What nobody had any more was forgotten.
    ...(known.url === '' ? { url: ref.url } : {}),
    ...(known.title === null && title ? { title } : {}),
    ...(known.author === null && author ? { author } : {}),
    ...(known.thumbnailUrl === null && thumbnailUrl ? { thumbnailUrl } : {}),
    ...(known.publishedAt === null && publishedAt ? { publishedAt } : {}),
  }
}

/** The row of a recording, made when it is met for the first time; what was not known of it is filled in later. */
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
