import { createHash, timingSafeEqual } from 'node:crypto'
import { identify } from '@/lib/accounts/identify'
import { isLocalAccount } from '@/lib/limits/is-local-account'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'

const digest = (text: string) => createHash('sha256').update(text).digest()

async function isLocalCaller(request: Request): Promise<boolean> {
  if (!env().localMode) return false
  try {
    return await isLocalAccount((await identify(request, env().baseUrl)).userId)
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Whether a request may read the metrics: it bears METRICS_TOKEN or, without one, a credential of the local account. */
export async function mayReadMetrics(request: Request): Promise<boolean> {
  const { METRICS_TOKEN } = env()
  if (METRICS_TOKEN === undefined) return isLocalCaller(request)
  return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${METRICS_TOKEN}`))
}
