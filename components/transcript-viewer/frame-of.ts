import type { Platform } from '@/lib/captions/transcript'
import type { FrameProtocol } from './frame-protocol'
import { vimeoProtocol } from './vimeo-protocol'
import { youtubeProtocol } from './youtube-protocol'

export type Frame = {
  protocol: FrameProtocol
  /** Where the player is, beginning at a time in seconds. `origin` is the page's own. */
  address: (startSeconds: number, origin: string) => string
}

function youtube(videoId: string): Frame {
  return {
    protocol: youtubeProtocol,
    address: (startSeconds, origin) => {
      const start = String(Math.floor(startSeconds))
      const query = new URLSearchParams({ enablejsapi: '1', origin, playsinline: '1', rel: '0', autoplay: '1', start })
      return `${youtubeProtocol.origin}/embed/${encodeURIComponent(videoId)}?${query}`
    },
  }
}

function vimeo(videoId: string): Frame {
  return {
    protocol: vimeoProtocol,
    address: (startSeconds) =>
      `${vimeoProtocol.origin}/video/${encodeURIComponent(videoId)}?autoplay=1&dnt=1#t=${Math.floor(startSeconds)}s`,
  }
}

/** The player that a platform gives to other pages; null for those that give none that can be followed. */
export function frameOf(platform: Platform, videoId: string): Frame | null {
  if (platform === 'youtube') return youtube(videoId)
  return platform === 'vimeo' ? vimeo(videoId) : null
}
