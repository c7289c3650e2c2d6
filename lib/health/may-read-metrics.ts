import { createHash, timingSafeEqual } from 'node:crypto'
import { isLocalRequest } from '@/lib/accounts/may-act-locally'
import { env } from '@/lib/platform/env'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a request may read the metrics: it bears METRICS_TOKEN or, without one, comes from this machine in local mode. */
export function mayReadMetrics(headers: Headers): boolean {
  const { METRICS_TOKEN } = env()
  if (METRICS_TOKEN === undefined) return isLocalRequest(headers)
  return timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${METRICS_TOKEN}`))
}
