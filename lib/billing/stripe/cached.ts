import { singleton } from '@/lib/core/concurrency/singleton'

const FRESH_MS = 5 * 60_000
/** How long after a failure the provider is called again. */
const RETRY_MS = 30_000

type Slot<T> = { value: T | null; failure: unknown; retryAt: number; running: Promise<T> | null }

async function refresh<T>(slot: Slot<T>, ask: () => Promise<T>): Promise<T> {
  try {
    slot.value = await ask()
    slot.retryAt = Date.now() + FRESH_MS
    return slot.value
  } catch (error) {
    slot.retryAt = Date.now() + RETRY_MS
    slot.failure = error
    if (slot.value === null) throw error
    return slot.value
  } finally {
    slot.running = null
  }
}

/**
 * The result of `ask` from the last five minutes, called once at a time in this process. If it fails, the former result,
 * or its error where it never gave anything, and it is asked again half a minute later.
 */
export async function cached<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const slot = singleton<Slot<T>>(`cached:${name}`, () => ({ value: null, failure: null, retryAt: 0, running: null }))
  if (slot.running) return slot.running
  if (Date.now() < slot.retryAt) {
    if (slot.value === null) throw slot.failure
    return slot.value
  }
  slot.running = refresh(slot, ask)
  return slot.running
}
