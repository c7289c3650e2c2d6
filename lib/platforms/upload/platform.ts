import type { PlatformFacts } from '../platform-facts'

/** A file that a user has uploaded. Times are media fragments (W3C Media Fragments 1.0). */
export const upload: PlatformFacts<'upload'> = {
  id: 'upload',
  name: 'an uploaded file',
  hosts: [],
  timeLink: '#t={}',
}
