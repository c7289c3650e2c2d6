import { singleton } from '@/lib/core/concurrency/singleton'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { withAdvisoryLock } from '@/lib/core/db/advisory-lock'
import { Problem } from '@/lib/core/problem/problem'

const LONGEST_WAIT_MS = 30_000

/** The last call that waits for the lock of each user in this process. */
const lines = () => singleton('billing-turns', () => new Map<string, Promise<unknown>>())

function locked<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const late = () => new Problem('billing_unavailable', { cause: 'the lock of the customer did not come free' })
  return withDeadline({ timeoutMs: LONGEST_WAIT_MS, late }, (signal) =>
    withAdvisoryLock(`billing:${userId}`, signal, work),
  )
}

/**
 * Does work that reads or changes a customer at the billing provider, one call at a time for each customer on however many
 * machines (an advisory lock), so that what was read last is written last. Within this process calls wait in line. No
 * pooled connection is held meanwhile. Throws `billing_unavailable` when the lock doesn't come free in 30 s.
 */
export async function withCustomerLock<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const before = lines().get(userId)
  const mine = (before ?? Promise.resolve()).then(
    () => locked(userId, work),
    () => locked(userId, work),
  )
  lines().set(userId, mine)
  try {
    return await mine
  } finally {
    if (lines().get(userId) === mine) lines().delete(userId)
  }
}
