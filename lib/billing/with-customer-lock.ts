import { withAdvisoryLock } from '@/lib/platform/advisory-lock'
import { Problem } from '@/lib/platform/problem'
import { singleton } from '@/lib/platform/singleton'

const LONGEST_WAIT_MS = 30_000

/** The last of those who wait for a user's turn in this process. */
const lines = () => singleton('billing-turns', () => new Map<string, Promise<unknown>>())

async function locked<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const tooLong = new Problem('billing_unavailable', { cause: 'the lock of the customer did not come free' })
  const wait = new AbortController()
  const timer = setTimeout(() => wait.abort(tooLong), LONGEST_WAIT_MS)
  try {
    return await withAdvisoryLock(`billing:${userId}`, wait.signal, work)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whatever asks the provider about a customer, or changes something there, takes turns by an advisory lock of that
 * customer: so what was asked last is what is written last, on however many machines. In this process they form a line.
 * No connection of the pool is held while the provider is asked.
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
