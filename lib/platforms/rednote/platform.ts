import type { PlatformFacts } from '../platform-facts'

export const rednote: PlatformFacts<'rednote'> = {
  id: 'rednote',
  name: 'rednote',
  mark: 'RN',
  hosts: ['xiaohongshu.com', 'rednote.com', 'xhslink.com'],
  page: { address: /^(?:[^/]+\.)?(?:xiaohongshu|rednote)\.com\/(?:explore|discovery\/item)\/\w+/, isPost: true },
}
