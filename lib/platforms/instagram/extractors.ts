import { NO_VIDEO } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import type { SiteSource } from '../site-source'
import { instagramLinks } from './links'

/** yt-dlp reads the embed itself. */
export const instagramSource: SiteSource = {
  links: instagramLinks,
  hosts: ['instagram.com', 'cdninstagram.com', 'fbcdn.net'],
  ytDlp: {
    recordings: ['Instagram', 'instagram:story'],
    failures: [
      { phrase: /Restricted Video/, code: 'source_age_restricted' },
      { phrase: /only available for registered users who follow this account/, code: 'source_private' },
      { phrase: /There is no video in this post/, code: 'source_not_found', detail: NO_VIDEO },
      { phrase: /redirected to the login page|sent an empty media response/, code: 'source_login_required' },
    ],
  },
  probe: 'https://www.instagram.com/p/aye83DjauH/',
}
