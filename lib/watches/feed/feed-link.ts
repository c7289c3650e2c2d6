import { env } from '@/lib/core/env'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'

const PREFIX = 'vbw_'

/** A new secret link for the feed of a watch, and the hash of its secret, which alone is stored. */
export function newFeedLink(watchId: string): { url: string; hash: Uint8Array<ArrayBuffer> } {
  const token = newToken(PREFIX)
  return { url: `${env().baseUrl}/v1/watches/${watchId}/feed/${token}`, hash: hashToken(token) }
}
