import type { Db } from '@/lib/core/db/db'
import type { Spender } from './allowance-of'
import { remainingSeconds } from './remaining-seconds'
import { paidSeconds } from './usage-table'

/** The seconds of a recording that a user can have: those paid before, and the rest of the allowance. */
export async function reservableSeconds(
  tx: Db,
  user: Spender,
  { mediaId, langs }: { mediaId: string; langs: readonly string[] },
): Promise<number> {
  const paid = await paidSeconds(tx, { userId: user.userId, mediaId, langs })
  return paid + (await remainingSeconds(tx, user)).remainingSeconds
}
