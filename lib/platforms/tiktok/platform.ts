import type { PlatformFacts } from '../platform-facts'

export const tiktok: PlatformFacts<'tiktok'> = {
  id: 'tiktok',
  name: 'TikTok',
  mark: 'TT',
  hosts: ['tiktok.com', 'tiktokv.com', 'tiktokv.us'],
  page: { address: /^(?:[^/]+\.)?tiktok\.com\/@[^/]+\/video\/\d+/ },
  hasCaptions: true,
  lists: 'profiles, collections',
}
