import { type NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/core/env'
import { bucketOrigin } from '@/lib/core/storage/s3/bucket-origin'
import { PLAYER_ORIGINS } from '@/lib/platforms/platforms'
import { PATH_HEADER } from '@/lib/sign-in/return-path/path-header'

/** The pages that may show the players of platforms: transcripts, one's own and public. */
const WITH_PLAYER = /^\/(?:transcripts|t)\/./

/** A public page brings no script but a file of ours, so that it can be kept and sent to everyone alike. */
const WITHOUT_NONCE = /^\/t\/./

/**
 * The content security policy of a page. Scripts run only with the page's nonce. Styles may be inline, because menus
 * and notices place themselves with them. Media may come from any origin: a direct audio link plays where it lies. The
 * API is asked here, or under the address that the service gives out; files go to the bucket where there is one.
 */
function contentSecurityPolicy(nonce: string, path: string): string {
  const developmentOnly = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  const scripts = WITHOUT_NONCE.test(path) ? "'self'" : `'self' 'nonce-${nonce}' 'strict-dynamic'`
  return [
    "default-src 'self'",
    `script-src ${scripts}${developmentOnly}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob: https: http:",
    "font-src 'self'",
    `connect-src 'self' ${[new URL(env().baseUrl).origin, bucketOrigin()].filter(Boolean).join(' ')}`,
    `frame-src ${WITH_PLAYER.test(path) ? PLAYER_ORIGINS.join(' ') : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Sets a nonce for every page and the policy that names it. It decides nothing about who may see what. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(nonce, request.nextUrl.pathname)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  // For the way back from the sign-in page.
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = {
  matcher: [
    '/((?!v1/|oauth/(?!authorize$)|api/|mcp$|mcp/|(?:health|ready)$|openapi\\.json$|\\.well-known/|_next/|samples/|scripts/|icon\\.svg$|favicon\\.ico$|transcripts/[^/]+/(?:download/|thumbnail$)|robots\\.txt$|sitemap\\.xml$|t/[^/]+/|t/[^/]+\\.(?:txt|srt|vtt|md|json)$).*)',
  ],
}
