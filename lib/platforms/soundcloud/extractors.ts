import type { SiteSource } from '../site-source'
import { soundcloudLinks } from './links'

export const soundcloudSource: SiteSource = {
  links: soundcloudLinks,
  hosts: ['soundcloud.com', 'sndcdn.com', 'soundcloud.cloud'],
  ytDlp: {
    recordings: ['soundcloud'],
    lists: ['soundcloud:set', 'soundcloud:playlist', 'soundcloud:user'],
    failures: [{ phrase: /HTTP Error 404/, code: 'source_not_found' }],
  },
  probe: 'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
}
