import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/http/parse-url'

/** Longer ones are no page of ours. */
const MAX_LENGTH = 2_000

/**
 * The path to open after signing in: a page of this service, with its query. Returns `/` for another origin and for
 * text that is no address.
 */
export function returnPath(wanted: string | null | undefined): string {
  const base = new URL(env().baseUrl)
  if (!wanted || wanted.length > MAX_LENGTH) return '/'
  const url = parseUrl(wanted, base)
  if (!url) return '/'
  const { origin, pathname, search, hash } = url
  // `/.//other.example` is of our origin, and as a path names another host.
  return origin === base.origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}

/** The page that a user wanted who returns from an issuer without having signed in, from next-auth's own cookie. */
export function rememberedPath(cookies: string | null): string {
  const value = /(?:^|;\s*)(?:__Secure-)?next-auth\.callback-url=([^;]{0,4000})/.exec(cookies ?? '')?.[1] ?? ''
  try {
    return returnPath(decodeURIComponent(value))
  } catch {
    return '/'
  }
}
