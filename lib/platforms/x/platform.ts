import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOSTS = ['t.co', 'pic.twitter.com', 'pic.x.com']

export const x: PlatformFacts<'x'> = {
  id: 'x',
  name: 'X',
  mark: 'X',
  // The mirrors are those by which chats show its videos.
  hosts: ['x.com', 'twitter.com', 'vxtwitter.com', 'fxtwitter.com', 'fixupx.com', 'fixvx.com', 't.co'],
  page: { address: /^(?:[^/]+\.)?(?:x|twitter)\.com\/[^/]+\/status\/\d+/, isPost: true },
  hasCaptions: true,
}
