import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'

const MAX_REMEMBERED = 10_000

/** Whether a user is the account of this machine, on which nobody is limited. Asked once a user: it never changes. */
export async function isLocalAccount(userId: string): Promise<boolean> {
  if (!env().localMode) return false
  const known = singleton('local-accounts', () => new Map<string, boolean>())
  const remembered = known.get(userId)
  if (remembered !== undefined) return remembered
  const { rowCount } = await pool().query('select from users where id = $1 and is_local', [userId])
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(userId, rowCount === 1)
  return rowCount === 1
}
