import { isHostOf } from '../../platforms'

/** Whether a host name, as the WHATWG parser writes it, is one of YouTube's. */
export function isYoutubeHost(hostname: string): boolean {
  return isHostOf(hostname, ['youtube.com', 'googlevideo.com'])
}
