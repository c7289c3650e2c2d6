import type { Platform } from '@/lib/platforms/platforms'

/** What yt-dlp may use for a platform's links. */
export type PlatformAccess = {
  /** Names of its extractors. None of them is the generic one, which opens any link. */
  extractors: readonly string[]
  /** The hosts of the platform's pages and of its media, each with all below it. */
  hosts: readonly string[]
}

/** Whether a host, as the WHATWG URL parser writes it, is one of a platform's. */
export function isPlatformHost(platform: Platform, hostname: string): boolean {
  const hosts = PLATFORM_ACCESS[platform]?.hosts ?? []
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/**
 * By platform, what its extractors and the media they find really use. Of content networks that many share only the names
 * that are the platform's own. A host that is missing here shows in the log as refused.
 */
export const PLATFORM_ACCESS: Readonly<Partial<Record<Platform, PlatformAccess>>> = {
  youtube: {
    extractors: ['youtube'],
    hosts: ['youtube.com', 'youtube-nocookie.com', 'youtubei.googleapis.com', 'googlevideo.com', 'ytimg.com'],
  },
  x: {
    extractors: ['twitter', 'twitter:broadcast', 'twitter:spaces'],
    hosts: ['x.com', 'twitter.com', 'twimg.com', 'pscp.tv', 'periscope.tv'],
  },
  tiktok: {
    extractors: ['TikTok'],
    hosts: [
      'tiktok.com',
      'tiktokv.com',
      'tiktokv.us',
      'tiktokv.eu',
      'tiktokcdn.com',
      'tiktokcdn-us.com',
      'tiktokcdn-eu.com',
      'byteoversea.com',
      'ibytedtos.com',
      'muscdn.com',
    ],
  },
  facebook: {
    extractors: ['facebook', 'facebook:reel', 'facebook:ads'],
    hosts: ['facebook.com', 'fb.com', 'fbcdn.net', 'fbsbx.com'],
  },
  instagram: {
    extractors: ['Instagram', 'instagram:story'],
    hosts: ['instagram.com', 'cdninstagram.com', 'fbcdn.net'],
  },
  rednote: {
    extractors: ['XiaoHongShu'],
    hosts: ['xiaohongshu.com', 'rednote.com', 'xhscdn.com', 'xhscdn.net'],
  },
  bilibili: {
    extractors: ['BiliBili', 'BiliBiliBangumi', 'BiliIntl'],
    hosts: [
      'bilibili.com',
      'bilibili.tv',
      'bilivideo.com',
      'bilivideo.cn',
      'hdslb.com',
      'biliapi.net',
      'upos-hz-mirrorakam.akamaized.net',
    ],
  },
  vimeo: {
    extractors: ['vimeo', 'vimeo:event', 'vimeo:review'],
    hosts: ['vimeo.com', 'vimeocdn.com', 'vod-progressive.akamaized.net', 'gcs-vimeo.akamaized.net'],
  },
}
