import { isForLocalHost, isLocalPageCall } from '@/lib/accounts/local/local-request'
import { findLocalSession } from '@/lib/accounts/sessions/find-session'
import { readSessionCookie, type SessionClaims } from '@/lib/accounts/sessions/session-cookie'
import { clientAddress } from '@/lib/core/http/client-address'
import type { Problem } from '@/lib/core/problem/problem'

/** A request of a sign-in, with the outcomes that next-auth has no words for. */
export type Visit = {
  /** The network address, to count by; null when it is unknown. */
  address: string | null
  userAgent: string | null
  /** The request addresses this machine by a local name, in local mode. A request through a forwarded port may too. */
  isForLocalHost: boolean
  /** Comes from a browser that was let in by a local link. */
  isLocal: boolean
  /** The session that the browser has; the new one takes its place. */
  oldSession: SessionClaims | null
  /** Why it was refused. */
  problem: Problem | null
  /** The user's id of a suspended account that they have proved to be theirs. */
  suspendedId: string | null
  /** The link that is shown, where no mail is sent. */
  link: string | null
}

/** Begins the visit of a user who signs in. `peer` is the other end of the connection, where it is known. */
export async function beginVisit(headers: Headers, peer: string | null): Promise<Visit> {
  return {
    address: clientAddress(headers, peer),
    userAgent: headers.get('user-agent'),
    isForLocalHost: isForLocalHost(headers),
    isLocal: isLocalPageCall(headers) && (await findLocalSession(headers.get('cookie'))) !== null,
    oldSession: await readSessionCookie(headers.get('cookie')),
    problem: null,
    suspendedId: null,
    link: null,
  }
}
