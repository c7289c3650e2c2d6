import { isRecord } from '../is-record'

/** The panel's requests to a player, over the port of this name. */
export type PlaybackRequest = { player: number } | { seekSeconds: number }

export const PLAYBACK_PORT = 'playback'

export function parsePlaybackRequest(message: unknown): PlaybackRequest | null {
  if (!isRecord(message)) return null
  if (typeof message.player === 'number') return { player: message.player }
  return typeof message.seekSeconds === 'number' ? { seekSeconds: message.seekSeconds } : null
}

/** The position of a player, in seconds, from its page's message. */
export function parsePosition(message: unknown): number | null {
  return isRecord(message) && typeof message.seconds === 'number' ? message.seconds : null
}
