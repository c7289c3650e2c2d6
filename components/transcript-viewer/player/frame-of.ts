import type { FrameProtocol } from './framed-recording'

export type Frame = {
  /** The origin that messages are sent to and accepted from. */
  origin: string
  /** The messages it understands; loaded together with the player. */
  protocol: () => Promise<FrameProtocol>
  /** The address of the player, beginning at a time in seconds. `pageOrigin` is the origin of our page. */
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

/** The player that a platform offers for embedding; null where there is none that reports its position. */
export function frameOf(platform: string, videoId: string): Frame | null {
  if (platform === 'youtube') return youtube(videoId)
  return platform === 'vimeo' ? vimeo(videoId) : null
}
