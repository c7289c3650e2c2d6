import type { Chunk } from '@/lib/core/generated/prisma/client'
import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import type { JobWithMedia } from '../job-table'

/**
 * The URL of a recording if anyone can fetch it there, whole: a public link without a query, which may hold a secret,
 * and not behind an egress proxy. Null otherwise, and where an engine could transcribe another audio track than the chosen one.
 */
export function publicAddress(job: JobWithMedia, chunk: Chunk): string | null {
  const { media, openUrl, durationMs, audioChosen } = job
  if (
    media.platform !== 'podcast' ||
    media.ownerId !== null ||
    media.accessKey !== '' ||
    openUrl === null ||
    audioChosen
  )
    return null
  const { protocol, search, username, password } = new URL(openUrl)
  const isPlain = /^https?:$/.test(protocol) && `${search}${username}${password}` === ''
  const isWhole = chunk.startMs === 0 && chunk.endMs === durationMs
  return isPlain && isWhole && egressProxyUrl() === undefined ? openUrl : null
}
