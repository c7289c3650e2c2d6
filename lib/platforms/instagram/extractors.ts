import type { SiteSource } from '../site-source'
import { instagramLinks } from './links'

/** yt-dlp reads the embed itself. */
export const instagramSource: SiteSource = {
  links: instagramLinks,
  hosts: ['instagram.com', 'cdninstagram.com', 'fbcdn.net'],
  ytDlp: { recordings: ['Instagram', 'instagram:story'] },
  probe: 'https://www.instagram.com/p/aye83DjauH/',
}
