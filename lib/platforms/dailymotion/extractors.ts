import type { SiteSource } from '../site-source'
import { dailymotionLinks } from './links'

export const dailymotionSource: SiteSource = {
  links: dailymotionLinks,
  hosts: ['dailymotion.com', 'dmcdn.net', 'dm-event.net'],
  ytDlp: {
    recordings: ['dailymotion'],
    lists: ['dailymotion:playlist', 'dailymotion:user'],
    failures: [
      { phrase: /dailymotion said: .{0,80}(?:private|password)/i, code: 'source_private' },
      { phrase: /not available in your (?:country|region|territory)/i, code: 'source_geo_blocked' },
      { phrase: /dailymotion said: .{0,80}(?:not start|upcoming)/i, code: 'source_not_started' },
      { phrase: /dailymotion said:|Video not found|does not exist/i, code: 'source_not_found' },
    ],
  },
  tracks: { automaticKey: /-auto$/ },
  probe: 'https://www.dailymotion.com/video/x5kesuj',
}
