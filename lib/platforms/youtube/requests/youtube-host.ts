const DOMAINS = ['youtube.com', 'googlevideo.com']

/** Whether a host name, as the WHATWG parser writes it, is one of YouTube's. */
export function isYoutubeHost(hostname: string): boolean {
  return DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}
