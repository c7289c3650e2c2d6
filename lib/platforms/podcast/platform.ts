import type { PlatformFacts } from '../platform-facts'

/** Any other link to a recording, such as that of an episode. Times are media fragments (W3C Media Fragments 1.0). */
export const podcast: PlatformFacts<'podcast'> = {
  id: 'podcast',
  name: 'a podcast',
  hosts: [],
  page: { address: /^podcasts\.apple\.com\/.*[?&]i=\d+/ },
  timeLink: '#t={}',
}
