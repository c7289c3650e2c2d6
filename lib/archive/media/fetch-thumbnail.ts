import type { Actor } from '@/lib/core/actor'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl, readBody } from '@/lib/net/open-url'
import { findLibraryItemId } from '../library-items/library-item-table'
import { imageType } from './image-type'

export type Thumbnail = { type: string; bytes: Uint8Array }

const MAX_BYTES = 3_000_000
const LIMIT_MS = 10_000

async function fetchImage(url: string): Promise<Thumbnail | null> {
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg' }
  const limits = { totalTimeoutMs: LIMIT_MS, maxBytes: MAX_BYTES }
  const answer = await openUrl(url, { dispatcher: egressDispatcher(), headers, ...limits })
  if (answer.status !== 200) {
    answer.body.destroy()
    return null
  }
  const bytes = await readBody(answer, MAX_BYTES)
  const type = imageType(bytes)
  return type === null ? null : { type, bytes }
}

/**
 * The thumbnail of the caller's library item, fetched by the server so that its host does not learn who looks; null
 * where there is none, or where it is refused, too large or no image. It is not stored.
 */
export async function fetchThumbnail({ userId }: Actor, libraryItemId: string): Promise<Thumbnail | null> {
  if (!isId(libraryItemId)) return null
  const select = { thumbnailUrl: true, media: { select: { thumbnailUrl: true } } }
  const id = await findLibraryItemId(userId, libraryItemId)
  const libraryItem = await db().libraryItem.findFirst({ where: { id, userId }, select })
  const url = libraryItem?.thumbnailUrl ?? libraryItem?.media.thumbnailUrl
  if (!url) return null
  try {
    return await singleFlight(`thumbnail ${url}`, () => fetchImage(url))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.info('a thumbnail could not be fetched', { libraryItem_id: libraryItemId, code: error.code })
    return null
  }
}
