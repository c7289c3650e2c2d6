import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOSTS = ['on.soundcloud.com', 'snd.sc', 'soundcloud.app.goo.gl']

export const soundcloud: PlatformFacts<'soundcloud'> = {
  id: 'soundcloud',
  name: 'SoundCloud',
  mark: 'SC',
  hosts: ['soundcloud.com', ...SHORT_HOSTS],
  page: {
    address: /^(?:(?:www|m)\.)?soundcloud\.com\/(?!(?:discover|you|stations|search)\/)[\w-]+\/(?!sets\b)[\w-]+/,
  },
  lists: 'playlists, users',
}
