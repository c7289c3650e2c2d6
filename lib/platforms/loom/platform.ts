import type { PlatformFacts } from '../platform-facts'

export const loom: PlatformFacts<'loom'> = {
  id: 'loom',
  name: 'Loom',
  mark: 'LM',
  hosts: ['loom.com', 'useloom.com'],
  page: { address: /^(?:www\.)?loom\.com\/share\/(?!folder\/)[\w-]*[\da-f]{32}/ },
  hasCaptions: true,
  timeLink: '?t={}',
}
