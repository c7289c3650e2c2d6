import { factsOf, type Platform } from '@/lib/platforms/platforms'

/** A link to a time in a recording, in the form of its platform; the plain link where a platform has no links to times. */
export function timeUrl(platform: Platform, url: string, startMs: number): string {
  const added = factsOf(platform)?.timeLink?.replace('{}', String(Math.floor(startMs / 1000)))
  if (added === undefined) return url
  if (added.startsWith('#')) return url + added
  const link = new URL(url)
  for (const [name, value] of new URLSearchParams(added)) link.searchParams.set(name, value)
  return link.href
}
