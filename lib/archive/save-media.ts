import { db } from '@/lib/platform/db'
import type { Media } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import type { MediaKind, MediaRef } from './media-ref'

/** The row of a recording, made when it is met for the first time. */
export async function saveMedia(ref: MediaRef, kind: MediaKind): Promise<Media> {
  const { platform, videoId, accessKey } = ref
  const key = { platform_videoId_accessKey: { platform, videoId, accessKey } }
  const known = await db().media.findUnique({ where: key })
  if (known) return known
  const { openUrl: _, ...identity } = ref
  await db().media.createMany({ data: [{ id: newId(), ...identity, kind }], skipDuplicates: true })
  return db().media.findUniqueOrThrow({ where: key })
}
