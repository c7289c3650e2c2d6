import { Problem } from '@/lib/core/problem/problem'
import { recognise } from './recognise'
import type { Recognised } from './recognised'
import { isSignIn } from './shared-files'

/** A link whose meaning its text gives away. */
export type KnownLink = Exclude<Recognised, { kind: 'link' }>

/** The meaning of a redirect's target. Links of deleted recordings lead to the home page, others to a sign-in. */
export function recogniseTarget(link: URL): Recognised {
  if (isSignIn(link)) {
    throw new Problem('source_login_required', {
      detail: 'This file is not public. Share it with everyone who has the link, or download it and upload the file.',
    })
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

/** Whether a redirect leads to a site whose links are read by their text, so that its page need not be opened. */
export function leadsToSite(link: URL): boolean {
  if (isSignIn(link)) return true
  try {
    return recognise(link).kind !== 'link'
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}
