import type { PlatformFacts } from '../platform-facts'

export const SHORT_HOSTS = ['b23.tv', 'bili2233.cn']
/** The international site, which has its own numbers. */
export const INTERNATIONAL_HOSTS = ['bilibili.tv', 'biliintl.com']

export const bilibili: PlatformFacts<'bilibili'> = {
  id: 'bilibili',
  name: 'Bilibili',
  mark: 'BB',
  hosts: ['bilibili.com', ...INTERNATIONAL_HOSTS, ...SHORT_HOSTS],
  page: { address: /^(?:[^/]+\.)?bilibili\.com\/(?:video|bangumi\/play)\/\w+/ },
  hasCaptions: true,
  lists: "a user's videos, collections, series, public favourites, seasons",
  timeLink: '?t={}',
}
