import { singleton } from '@/lib/core/concurrency/singleton'
import { log } from '@/lib/core/log'
import type { Admission } from '@/lib/core/rate-limit/policy'

const ONE_MINUTE_MS = 60_000

function reportOnceAMinute(error: unknown): void {
  const last = singleton('unlimited-report', () => ({ atMs: Number.NEGATIVE_INFINITY }))
  const now = performance.now()
  if (now - last.atMs < ONE_MINUTE_MS) return
  last.atMs = now
  log.warn("requests are not limited, because the database can't count them", { error })
}

/** Open when the database fails: a limit is no reason to refuse what could be answered. */
export async function failOpen(admission: Promise<Admission | null>): Promise<Admission | null> {
  try {
    return await admission
  } catch (error) {
    reportOnceAMinute(error)
    return null
  }
}
