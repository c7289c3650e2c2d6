import { createHash } from 'node:crypto'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { canonicalUrl } from '@/lib/net/canonical-url'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { readLink } from '@/lib/net/link-credentials'
import { accessKey } from '../recognise/access-key'
import { withScheme } from '../recognise/find-link'
import { isSharedFile } from '../recognise/shared-files'

const ID_CHARACTERS = 22

/** Names of addresses, and not of the files behind them. */
const NO_NAME = new Set(['download', 'content'])

function fileTitle(url: URL): string | null {
  const name = url.pathname.split('/').at(-1) ?? ''
  if (NO_NAME.has(name)) return null
  try {
    return decodeURIComponent(name).replace(/\.[A-Za-z0-9]{1,8}$/, '') || null
  } catch {
    return name || null
  }
}

/** The id of a recording that has none but its canonical URL. */
export function idOfUrl(canonical: string): string {
  return createHash('sha256').update(canonical).digest('base64url').slice(0, ID_CHARACTERS)
}

/**
 * A direct link to media or captions as a recording: platform podcast, its id the first 22 base64url characters of the
 * SHA-256 of the canonical URL. Text is completed as users paste it; a URL is taken unchanged, and may have sealed credentials, with which the
 * recording is opened and which make it a recording of their user. Throws `invalid_url` and `blocked_url`, and what `readLink` throws.
 */
export function directLink(link: string | URL): MediaRef {
  const { url: judged, href, account } = readLink(typeof link === 'string' ? judgeUrl(withScheme(link)) : link)
  const url = canonicalUrl(judged)
  // The address of a shared file is the secret that opens it.
  const secret = account ?? (isSharedFile(judged) ? url : null)
  return {
    platform: 'podcast',
    videoId: idOfUrl(url),
    accessKey: accessKey(secret),
    url,
    openUrl: href,
    ownerId: null,
    title: fileTitle(new URL(url)),
  }
}
