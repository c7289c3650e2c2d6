import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { seal, unseal } from '@/lib/core/secrets/seal'
import { requireActive } from '@/lib/core/suspension'
import { findSession } from '@/lib/sessions/find-session'

const PURPOSE = 'suspension notice'
const OWNER = 'the page of sign-in'

/** Whose suspension the page of sign-in shows, as its address names it: nobody else can write such a name. */
export function nameSuspended(userId: string): string {
  return Buffer.from(seal(PURPOSE, OWNER, userId)).toString('base64url')
}

function readName(name: string): string | null {
  try {
    return unseal(PURPOSE, OWNER, Buffer.from(name, 'base64url'))
  } catch {
    // Cut, made up, or of another VERBATIM_SECRET: it names nobody.
    return null
  }
}

/**
 * Why whoever looks at the page of sign-in is not let in: the account that they have just proved to be theirs (`name`, as
 * `nameSuspended` gives it), or else the one that this browser was signed in to, is suspended. Null: it is not.
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
