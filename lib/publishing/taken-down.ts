import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { currentSlug } from './former-slug'
import { isSlug } from './slug'

/** The text for a page that the operator has taken down (RFC 7725), with the reason. */
export function takenDown(reason: string | null): Problem {
  return new Problem('taken_down', {
    ...(reason ? { detail: `The operator of this server has taken this page down: ${reason}` } : {}),
    context: { reason },
  })
}

/** Why the operator has taken the public page down to which an address leads; null: they have not. */
export async function findTakedown(address: string): Promise<Problem | null> {
  const found = isSlug(address)
    ? await db().publication.findUnique({ where: { slug: await currentSlug(address) } })
    : null
  return found?.takenDownAt ? takenDown(found.takedownReason) : null
}
