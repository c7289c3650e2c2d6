import type { Platform } from './transcript'

function withParameter(url: string, name: string, value: string): string {
  const link = new URL(url)
  link.searchParams.set(name, value)
  return link.href
}

/**
 * A link to a time in a recording, in the form of its platform; a media fragment (W3C Media Fragments 1.0) for files; the plain
 * link where a platform has no links to times.
 */
export function timeUrl(platform: Platform, url: string, startMs: number): string {
  const seconds = Math.floor(startMs / 1000)
  switch (platform) {
    case 'youtube':
      return withParameter(url, 't', `${seconds}s`)
    case 'bilibili':
      return withParameter(url, 't', String(seconds))
    case 'vimeo':
      return `${url}#t=${seconds}s`
    case 'podcast':
    case 'upload':
      return `${url}#t=${seconds}`
    default:
      return url
  }
}
