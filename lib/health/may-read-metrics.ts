import { createHash, timingSafeEqual } from 'node:crypto'
import { identify } from '@/lib/accounts/identify'
import { countWrongCredential, countWrongSecret } from '@/lib/limits/count-wrong-credential'
import { isLocalAccount } from '@/lib/limits/is-local-account'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'

const digest = (text: string) => createHash('sha256').update(text).digest()

async function isLocalCaller(request: Request, address: string | null): Promise<boolean> {
  if (!env().localMode) return false
  try {
    return await isLocalAccount((await identify(request, env().baseUrl)).userId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await countWrongCredential(error, request.headers, address)
    return false
  }
}

/**
 * Whether a request from an address may read the metrics: it bears METRICS_TOKEN or, without one, a credential of the local
 * account. A wrong one is counted by the address that it comes from: throws `rate_limited`.
 */
export async function mayReadMetrics(request: Request, address: string | null): Promise<boolean> {
  const { METRICS_TOKEN } = env()
  if (METRICS_TOKEN === undefined) return isLocalCaller(request, address)
  const sent = request.headers.get('authorization')
  if (sent === null) return false
  const isRight = timingSafeEqual(digest(sent), digest(`Bearer ${METRICS_TOKEN}`))
  if (!isRight) await countWrongSecret(address)
  return isRight
}
