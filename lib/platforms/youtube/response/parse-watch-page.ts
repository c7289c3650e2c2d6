import { between } from 'ytdl-core/lib/utils.js'
import { Problem } from '@/lib/core/problem/problem'
import { callYoutube } from '../requests/call-youtube'

type Page = { host: string; html: string }

/** The answer to the consent page, as a browser keeps it that has given it. */
const CONSENT = 'SOCS=CAI'

async function open(videoId: string, headers: Record<string, string>, signal: AbortSignal): Promise<Page> {
  const address = `https://www.youtube.com/watch?v=${videoId}&hl=en&bpctr=9999999999&has_verified=1`
  const { url, body } = await callYoutube(address, { headers, signal })
  return { host: url.hostname, html: Buffer.from(body).toString('utf8') }
}

function isConsentPage({ host, html }: Page): boolean {
  return host === 'consent.youtube.com' || html.includes('action="https://consent.youtube.com/s"')
}

/** The cookie of older consent pages, with the version their form names. */
function olderConsent({ html }: Page): string {
  const version = between(html, 'name="v" value="', '"')
  return `CONSENT=YES+${/^[\w.+-]{1,100}$/.test(version) ? version : 'cb'}`
}

/**
 * A video's watch page, in English. A consent page is answered once; throws `upstream_blocked`, reason `consent`, when it
 * comes again, and what `callYoutube` throws.
 */
export async function parseWatchPage(videoId: string, userAgent: string, signal: AbortSignal): Promise<string> {
  const headers = { 'user-agent': userAgent, 'accept-language': 'en', cookie: CONSENT }
  const first = await open(videoId, headers, signal)
  if (!isConsentPage(first)) return first.html
  const second = await open(videoId, { ...headers, cookie: `${CONSENT}; ${olderConsent(first)}` }, signal)
  if (!isConsentPage(second)) return second.html
  throw new Problem('upstream_blocked', { context: { reason: 'consent' } })
}
