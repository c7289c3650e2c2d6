import type { PlatformFacts } from '../platform-facts'

/** Every other site that yt-dlp reads; its recordings are named by the host of their link. */
export const web: PlatformFacts<'web'> = {
  id: 'web',
  name: 'Other sites',
  mark: 'WEB',
  hosts: [],
  hasCaptions: true,
  lists: 'lists',
}
