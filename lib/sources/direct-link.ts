import { createHash } from 'node:crypto'
import type { MediaRef } from '@/lib/archive/media-ref'
import { canonicalUrl } from '@/lib/net/canonical-url'
import { judgeUrl } from '@/lib/net/judge-url'

const ID_CHARACTERS = 22

/** A link as people paste it: spaces around it go, and a scheme comes where only a domain stands. */
function withScheme(pasted: string): string {
  const text = pasted.trim()
  if (/^[a-z][a-z0-9+.-]{1,20}:/i.test(text) && !/^[a-z0-9.-]{1,255}:\d{1,5}(?:\/|$)/i.test(text)) return text
  return /^[^\s/.]{1,63}\.[^\s]{1,2048}$/.test(text) ? `https://${text}` : text
}

function fileTitle(url: URL): string | null {
  const name = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name).replace(/\.[A-Za-z0-9]{1,8}$/, '') || null
  } catch {
    return name || null
  }
}

/**
 * A direct link to media or captions as a recording: platform podcast, its id the first 22 base64url characters of the
 * SHA-256 of the canonical URL. Throws `invalid_url` and `blocked_url`.
 */
export function directLink(pasted: string): MediaRef {
  const judged = judgeUrl(withScheme(pasted))
  const url = canonicalUrl(judged)
  const videoId = createHash('sha256').update(url).digest('base64url').slice(0, ID_CHARACTERS)
  return { platform: 'podcast', videoId, accessKey: '', url, openUrl: judged.href, ownerId: null, title: fileTitle(new URL(url)) }
}
