import { z } from 'zod'
import type { FrameProtocol } from './frame-protocol'

const PLAYING = 1

const messageSchema = z.object({
  info: z.object({
    currentTime: z.number().optional(),
    duration: z.number().optional(),
    playerState: z.number().optional(),
  }),
})

const command = (func: string, ...args: unknown[]) => ({ event: 'command', func, args })

/** YouTube's embedded player, spoken to as its own iframe API does. */
export const youtubeProtocol: FrameProtocol = {
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
