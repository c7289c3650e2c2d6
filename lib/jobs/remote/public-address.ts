import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import type { Chunk } from '@/lib/platform/generated/prisma/client'
import type { JobWithMedia } from '../job-table'

/**
 * The URL of a recording if anyone can fetch it there, whole: a public link without a query, which may hold a secret,
 * and not behind an egress proxy. Else null.
 */
export function publicAddress({ media, openUrl, durationMs }: JobWithMedia, chunk: Chunk): string | null {
  if (media.platform !== 'podcast' || media.ownerId !== null || media.accessKey !== '' || openUrl === null) return null
  const { protocol, search, username, password } = new URL(openUrl)
  const isPlain = /^https?:$/.test(protocol) && `${search}${username}${password}` === ''
  const isWhole = chunk.startMs === 0 && chunk.endMs === durationMs
  return isPlain && isWhole && egressProxyUrl() === undefined ? openUrl : null
}
