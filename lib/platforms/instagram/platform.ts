import type { PlatformFacts } from '../platform-facts'

export const instagram: PlatformFacts<'instagram'> = {
  id: 'instagram',
  name: 'Instagram',
  mark: 'IG',
  hosts: ['instagram.com', 'instagr.am', 'ddinstagram.com'],
  page: { address: /^(?:[^/]+\.)?instagram\.com\/(?:[^/]+\/)?(?:p|reel|reels|tv)\/[\w-]+/, isPost: true },
}
