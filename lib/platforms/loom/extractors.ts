import type { SiteSource } from '../site-source'
import { loomLinks } from './links'

export const loomSource: SiteSource = {
  links: loomLinks,
  hosts: ['loom.com'],
  ytDlp: {
    recordings: ['loom'],
    failures: [{ phrase: /password-protected/, code: 'source_private' }],
  },
  // A machine writes them in the language that is spoken, and yt-dlp takes all for English.
  tracks: { isAutomatic: () => true, language: () => null },
  probe: 'https://www.loom.com/share/43d05f362f734614a2e81b4694a3a523',
}
