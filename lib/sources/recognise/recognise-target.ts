import { Problem } from '@/lib/core/problem/problem'
import { endsAsFile } from './find-link'
import { recognise } from './recognise'
import type { Recognised } from './recognised'
import { isSignIn, notPublic } from './shared-files'

/** A link whose meaning its text gives away. */
export type KnownLink = Exclude<Recognised, { kind: 'link' }>

/**
 * The meaning of a redirect's target. Links of deleted recordings lead to the home page, others to a sign-in, which may name what is
 * signed in for.
 */
export function recogniseTarget(link: URL): Recognised {
  if (isSignIn(link)) {
    const wanted = knownLink(link)
    if (wanted) return wanted
    throw notPublic()
  }
  try {
    return recognise(link)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'unsupported_source' && /\/login\b/.test(link.pathname))
      throw new Problem('source_login_required')
    if (error.code === 'invalid_url' || /^\/404\b/.test(link.pathname))
      throw new Problem('source_not_found', { cause: error })
    throw error
  }
}

/** The recording, list or podcast at an address that a page or an answer names; null for any other address. */
export function knownLink(link: URL): KnownLink | null {
  try {
    const found = recognise(link)
    return found.kind === 'link' ? null : found
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Whether a redirect's target is recognised in place of being opened: a known site, a sign-in, or an address for another one. */
export function leadsToSite(link: URL): boolean {
  if (isSignIn(link)) return true
  try {
    const found = recognise(link)
    if (found.kind === 'link') return found.url.href !== link.href
    return !endsAsFile(link.pathname)
  } catch (error) {
    if (error instanceof Problem) return !endsAsFile(link.pathname)
    throw error
  }
}
