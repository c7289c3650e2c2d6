import { isLocalRequest } from '@/lib/accounts/may-act-locally'
import { clientAddress } from '@/lib/platform/client-address'
import type { Problem } from '@/lib/platform/problem'
import { readSessionCookie, type SessionClaims } from '@/lib/sessions/session-cookie'

/** One request of somebody who signs in, and what came of it that next-auth has no words for. */
export type Visit = {
  /** The network address, to count by; null when it can't be told. */
  address: string | null
  userAgent: string | null
  /** Comes from this very machine, in local mode. */
  isLocal: boolean
  /** The session that the browser has; the new one takes its place. */
  oldSession: SessionClaims | null
  /** Why it was refused. */
  problem: Problem | null
  /** The link that is shown, where no mail is sent. */
  link: string | null
}

/** Who comes to sign in. `peer` is the other end of the connection, where it is known. */
export async function beginVisit(headers: Headers, peer: string | null): Promise<Visit> {
  return {
    address: clientAddress(headers, peer),
    userAgent: headers.get('user-agent'),
    isLocal: isLocalRequest(headers),
    oldSession: await readSessionCookie(headers.get('cookie')),
    problem: null,
    link: null,
  }
}
