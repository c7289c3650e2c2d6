import type { FrameProtocol } from './frame-protocol'

export type Frame = {
  /** Of the player's pages. */
  origin: string
  /** How it is spoken to; loaded with it. */
  protocol: () => Promise<FrameProtocol>
  /** Where the player is, beginning at a time in seconds. `pageOrigin` is the page's own. */
  address: (startSeconds: number, pageOrigin: string) => string
}

function youtube(videoId: string): Frame {
  const origin = 'https://www.youtube-nocookie.com'
  return {
    origin,
    protocol: async () => (await import('./youtube-protocol')).youtubeProtocol,
    address: (startSeconds, pageOrigin) => {
      const start = String(Math.floor(startSeconds))
      const asked = { enablejsapi: '1', origin: pageOrigin, playsinline: '1', rel: '0', autoplay: '1', start }
      return `${origin}/embed/${encodeURIComponent(videoId)}?${new URLSearchParams(asked)}`
    },
  }
}

function vimeo(videoId: string): Frame {
  const origin = 'https://player.vimeo.com'
  return {
    origin,
    protocol: async () => (await import('./vimeo-protocol')).vimeoProtocol,
    address: (startSeconds) =>
      `${origin}/video/${encodeURIComponent(videoId)}?autoplay=1&dnt=1#t=${Math.floor(startSeconds)}s`,
  }
}

/** The player that a platform gives to other pages; null for those that give none that can be followed. */
export function frameOf(platform: string, videoId: string): Frame | null {
  if (platform === 'youtube') return youtube(videoId)
  return platform === 'vimeo' ? vimeo(videoId) : null
}
