import type { SiteSource } from '../site-source'
import { facebookLinks } from './links'

export const facebookSource: SiteSource = {
  links: facebookLinks,
  hosts: ['facebook.com', 'fb.com', 'fbcdn.net', 'fbsbx.com'],
  ytDlp: {
    recordings: ['facebook', 'facebook:reel', 'facebook:ads'],
    failures: [{ phrase: /The video is not available, Facebook said/, code: 'source_not_found' }],
  },
  tracks: {
    // yt-dlp gives a nameless track the language of the page.
    isAutomatic: ({ name }) => !name,
    language: ({ name }) => (name ? undefined : null),
  },
  probe: 'https://www.facebook.com/cnn/videos/10155529876156509/',
}
