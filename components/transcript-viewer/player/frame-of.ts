import type { PlayerProtocol } from '@/lib/platforms/platform-facts'
import { factsOf } from '@/lib/platforms/platforms'

export type Frame = {
  /** The origin that messages are sent to and accepted from. */
  origin: string
  /** The messages it understands; loaded together with the player. */
  protocol: () => Promise<PlayerProtocol>
  /** The address of the player, beginning at a time in seconds. `pageOrigin` is the origin of our page. */
  address: (startSeconds: number, pageOrigin: string) => string
}

/** The player that a platform offers for embedding; null where there is none that reports its position. */
export function frameOf(platform: string, videoId: string): Frame | null {
  const player = factsOf(platform)?.player
  if (!player) return null
  const { origin, protocol, address } = player
  return { origin, protocol, address: (startSeconds, pageOrigin) => address(videoId, startSeconds, pageOrigin) }
}
