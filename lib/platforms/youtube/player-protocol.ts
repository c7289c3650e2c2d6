import { number, object, optional } from 'zod/mini'
import type { PlayerProtocol } from '../platform-facts'

const PLAYING = 1

const messageSchema = object({
  info: object({
    currentTime: optional(number()),
    duration: optional(number()),
    playerState: optional(number()),
  }),
})

const command = (func: string, ...args: unknown[]) => ({ event: 'command', func, args })

/** The messages of YouTube's embedded player, as its iframe API sends them. */
export const youtubeProtocol: PlayerProtocol = {
  hello: [{ event: 'listening', id: 1, channel: 'widget' }],
  read: (message) => {
    const parsed = messageSchema.safeParse(message)
    if (!parsed.success) return null
    const { currentTime, duration, playerState } = parsed.data.info
    return {
      ...(currentTime !== undefined && { seconds: currentTime }),
      ...(duration !== undefined && { totalSeconds: duration }),
      ...(playerState !== undefined && { playing: playerState === PLAYING }),
    }
  },
  play: command('playVideo'),
  pause: command('pauseVideo'),
  seek: (seconds) => command('seekTo', seconds, true),
  setRate: (rate) => command('setPlaybackRate', rate),
}
