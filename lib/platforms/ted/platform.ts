import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOSTS = ['go.ted.com', 't.ted.com']

export const ted: PlatformFacts<'ted'> = {
  id: 'ted',
  name: 'TED',
  mark: 'TED',
  hosts: ['ted.com'],
  page: { address: /^(?:www\.)?ted\.com\/talks\/[\w-]+/ },
  hasCaptions: true,
  lists: 'playlists, series',
}
