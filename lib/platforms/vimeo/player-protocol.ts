import { number, object, string, unknown } from 'zod/mini'
import type { PlayerProtocol } from '../platform-facts'

const timesSchema = object({ seconds: number(), duration: number() })
const messageSchema = object({ event: string(), data: unknown() })

const REPORTED = ['play', 'pause', 'ended', 'timeupdate', 'seeked'] as const
const PLAYING: Readonly<Record<string, boolean>> = { play: true, pause: false, ended: false }

/** The messages of Vimeo's embedded player, as its player.js sends them. */
export const vimeoProtocol: PlayerProtocol = {
  hello: REPORTED.map((value) => ({ method: 'addEventListener', value })),
  read: (message) => {
    const parsed = messageSchema.safeParse(message)
    if (!parsed.success) return null
    const times = timesSchema.safeParse(parsed.data.data)
    const playing = PLAYING[parsed.data.event]
    if (!times.success && playing === undefined) return null
    return {
      ...(times.success && { seconds: times.data.seconds, totalSeconds: times.data.duration }),
      ...(playing !== undefined && { playing }),
    }
  },
  play: { method: 'play' },
  pause: { method: 'pause' },
  seek: (seconds) => ({ method: 'setCurrentTime', value: seconds }),
  setRate: (rate) => ({ method: 'setPlaybackRate', value: rate }),
}
