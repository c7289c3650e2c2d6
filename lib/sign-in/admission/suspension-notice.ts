import { findSession } from '@/lib/accounts/sessions/find-session'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { seal, unseal } from '@/lib/core/secrets/seal'
import { requireActive } from '@/lib/core/suspension'

const PURPOSE = 'suspension notice'
const OWNER = 'the page of sign-in'

/** The sealed name of a suspended user, for the address of the sign-in page. Only this server can create one. */
export function nameSuspended(userId: string): string {
  return Buffer.from(seal(PURPOSE, OWNER, userId)).toString('base64url')
}

function readName(name: string): string | null {
  try {
    return unseal(PURPOSE, OWNER, Buffer.from(name, 'base64url'))
  } catch {
    // The name is cut, forged, or sealed with another VERBATIM_SECRET.
    return null
  }
}

/**
 * Why the visitor of the sign-in page is not let in: the account that they have just proved to own (`name`, from
 * `nameSuspended`), or else the one that this browser was signed in to, is suspended. Null otherwise.
 */
export async function suspensionNotice(name: string | undefined, cookies: string | null): Promise<string | null> {
  const userId = name ? readName(name) : null
  try {
    if (userId === null) await findSession(cookies)
    else
      requireActive(
        (await db().user.findUnique({ where: { id: userId } })) ?? { suspendedAt: null, suspensionReason: null },
      )
    return null
  } catch (error) {
    if (error instanceof Problem && error.code === 'account_suspended') return error.message
    throw error
  }
}
