import type { SiteSource } from '../site-source'
import { tedLinks } from './links'

export const tedSource: SiteSource = {
  links: tedLinks,
  hosts: ['ted.com', 'tedcdn.com'],
  ytDlp: {
    recordings: ['TedTalk'],
    lists: ['TedPlaylist', 'TedSeries'],
    failures: [{ phrase: /HTTP Error 404/, code: 'source_not_found' }],
  },
  probe: 'https://www.ted.com/talks/candace_parker_how_to_break_down_barriers_and_not_accept_limits',
}
