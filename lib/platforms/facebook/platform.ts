import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOSTS = ['fb.watch', 'fb.me']

export const facebook: PlatformFacts<'facebook'> = {
  id: 'facebook',
  name: 'Facebook',
  mark: 'FB',
  hosts: ['facebook.com', 'fb.com', ...SHORT_HOSTS],
  page: { address: /^(?:[^/]+\.)?facebook\.com\/(?:watch\/?\?|reel\/\d+|[^/]+\/videos\/)/, isPost: true },
  hasCaptions: true,
}
