import { openLocalLink, respondToLocalLinkRequest } from '@/lib/sign-in/local-link'

export const dynamic = 'force-dynamic'

/** What only looks at a link does not use it up. */
function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
}

export { openLocalLink as GET, refuseHead as HEAD, respondToLocalLinkRequest as POST }
