import type { PlatformFacts } from '../platform-facts'

export const twitch: PlatformFacts<'twitch'> = {
  id: 'twitch',
  name: 'Twitch',
  mark: 'TW',
  hosts: ['twitch.tv'],
  page: { address: /^(?:[^/]+\.)?twitch\.tv\/(?:videos\/\d+|[^/]+\/clip\/[\w-]+)|^clips\.twitch\.tv\/[\w-]+/ },
  lists: "channels' videos, collections",
  timeLink: '?t={}s',
}
