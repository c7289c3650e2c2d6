import type { SiteSource } from '../site-source'
import { twitchLinks } from './links'

/** The names of Twitch's recordings in a content network that others share. */
const CLOUDFRONT = [
  'd1m7jfoe9zdc1j',
  'd1mhjrowxxagfy',
  'd1ymi26ma8va5x',
  'd2aba1wr3818hz',
  'd2nvs31859zcd8',
  'd2vjef5jvl6bfs',
  'd3c27h4odz752x',
  'd3vd9lfkzbru3h',
  'ddacn6pr5v0tl',
  'dgeft87wbj63p',
  'dqrpb9wgowsf5',
  'ds0h3roq6wcgc',
].map((name) => `${name}.cloudfront.net`)

export const twitchSource: SiteSource = {
  links: twitchLinks,
  hosts: ['twitch.tv', 'ttvnw.net', 'jtvnw.net', 'twitchcdn.net', ...CLOUDFRONT],
  ytDlp: {
    recordings: ['twitch:vod', 'twitch:clips'],
    lists: ['twitch:videos', 'twitch:videos:clips', 'twitch:collection'],
    failures: [
      { phrase: /subscriber-only content/, code: 'source_members_only' },
      {
        phrase: /Video \d+ does not exist|clip is no longer available|Channel "\w{1,32}" not found/,
        code: 'source_not_found',
      },
    ],
  },
  probe: 'https://clips.twitch.tv/FaintLightGullWholeWheat',
}
