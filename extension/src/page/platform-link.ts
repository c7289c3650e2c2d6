type Site = { host: RegExp; path: RegExp; isPost?: true }

/** Pages of one recording on the platforms that the service reads. A post may have no recording at all. */
const SITES: readonly Site[] = [
  { host: /^(?:.+\.)?youtube(?:-nocookie)?\.com$/, path: /^\/(?:watch\?(?:.*&)?v=|(?:shorts|live|embed)\/)[\w-]{11}/ },
  { host: /^youtu\.be$/, path: /^\/[\w-]{11}/ },
  { host: /^(?:.+\.)?vimeo\.com$/, path: /^\/(?:video\/|channels\/[^/]+\/|showcase\/\d+\/video\/)?\d+/ },
  { host: /^(?:.+\.)?bilibili\.com$/, path: /^\/(?:video|bangumi\/play)\/\w+/ },
  { host: /^(?:.+\.)?tiktok\.com$/, path: /^\/@[^/]+\/video\/\d+/ },
  { host: /^podcasts\.apple\.com$/, path: /[?&]i=\d+/ },
  { host: /^(?:.+\.)?(?:x|twitter)\.com$/, path: /^\/[^/]+\/status\/\d+/, isPost: true },
  { host: /^(?:.+\.)?instagram\.com$/, path: /^\/(?:[^/]+\/)?(?:p|reel|reels|tv)\/[\w-]+/, isPost: true },
  { host: /^(?:.+\.)?facebook\.com$/, path: /^\/(?:watch\/?\?|reel\/\d+|[^/]+\/videos\/)/, isPost: true },
  { host: /^(?:.+\.)?(?:xiaohongshu|rednote)\.com$/, path: /^\/(?:explore|discovery\/item)\/\w+/, isPost: true },
]

/** Whether a URL leads to a recording of a platform. Posts count if their page shows a player. */
export function isPlatformLink(url: string, hasPlayer: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, pathname, search } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const path = `${pathname}${search}`
  return SITES.some((site) => site.host.test(hostname) && site.path.test(path) && (hasPlayer || !site.isPost))
}

/** Whether a URL is a page of YouTube's player. */
export function isYoutube(url: string): boolean {
  return URL.canParse(url) && /^(?:.+\.)?youtube\.com$/.test(new URL(url).hostname) && isPlatformLink(url, true)
}
