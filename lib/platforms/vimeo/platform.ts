import type { PlatformFacts } from '../platform-facts'

const PLAYER = 'https://player.vimeo.com'

const embedUrl = (videoId: string) => `${PLAYER}/video/${encodeURIComponent(videoId)}`

export const vimeo: PlatformFacts<'vimeo'> = {
  id: 'vimeo',
  name: 'Vimeo',
  mark: 'V',
  hosts: ['vimeo.com', 'vimeopro.com'],
  page: { address: /^(?:[^/]+\.)?vimeo\.com\/(?:video\/|channels\/[^/]+\/|showcase\/\d+\/video\/)?\d+/ },
  hasCaptions: true,
  lists: 'showcases, channels, groups, users, likes',
  timeLink: '#t={}s',
  player: {
    origin: PLAYER,
    protocol: async () => (await import('./player-protocol')).vimeoProtocol,
    address: (videoId, startSeconds) => `${embedUrl(videoId)}?autoplay=1&dnt=1#t=${Math.floor(startSeconds)}s`,
    embedUrl,
  },
}
