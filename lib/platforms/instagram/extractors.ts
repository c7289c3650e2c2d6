import type { SiteSource } from '../site-source'
import { instagramLinks } from './links'

/** yt-dlp reads the embed itself. */
export const instagramSource: SiteSource = {
  links: instagramLinks,
  hosts: ['instagram.com', 'cdninstagram.com', 'fbcdn.net'],
  ytDlp: {
    recordings: ['Instagram', 'instagram:story'],
    failures: [{ phrase: /Restricted Video/, code: 'source_age_restricted' }],
  },
  probe: 'https://www.instagram.com/p/aye83DjauH/',
}
