import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOST = 'dai.ly'

export const dailymotion: PlatformFacts<'dailymotion'> = {
  id: 'dailymotion',
  name: 'Dailymotion',
  mark: 'DM',
  hosts: ['dailymotion.com', SHORT_HOST],
  page: { address: /^(?:[^/]+\.)?dailymotion\.com\/video\/\w+/ },
  hasCaptions: true,
  lists: 'playlists, channels',
  timeLink: '?start={}',
}
