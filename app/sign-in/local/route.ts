import { openLocalLink, respondToLocalLinkRequest } from '@/lib/sign-in/local-link'

export const dynamic = 'force-dynamic'

/** A HEAD request does not use a link up. */
function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
}

export { openLocalLink as GET, refuseHead as HEAD, respondToLocalLinkRequest as POST }
