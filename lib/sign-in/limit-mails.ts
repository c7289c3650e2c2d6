import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { admit } from '@/lib/platform/rate-limit/admit'
import type { RateLimitPolicy } from '@/lib/platform/rate-limit/policy'
import { hashToken } from '@/lib/platform/tokens'

const ONE_HOUR_SECONDS = 3_600
const BY_SENDER: RateLimitPolicy = { name: 'mails-by-sender', quota: 20, windowSeconds: ONE_HOUR_SECONDS }
const BY_RECIPIENT: RateLimitPolicy = { name: 'mails-by-recipient', quota: 5, windowSeconds: ONE_HOUR_SECONDS }

async function count(policy: RateLimitPolicy, key: string): Promise<void> {
  const admission = await admit(policy, key).catch((error: unknown) => {
    log.error('no mails are sent, because the database can not count them', { error })
    throw new Problem('service_unavailable')
  })
  if (admission.admitted) return
  const minutes = Math.max(1, Math.ceil(admission.waitMs / 60_000))
  throw new Problem('rate_limited', {
    detail: `Too many mails were asked for. Use the newest one you have, or try again in ${minutes} min.`,
    retryAfterSeconds: Math.ceil(admission.waitMs / 1000),
  })
}

/**
 * Counts a mail by whom it is asked for (a network address, null: unknown) and by whom it goes to: 20 and 5 an hour.
 * Closed when the database fails. Throws `rate_limited` and `service_unavailable`.
 */
export async function limitMails(address: string | null, email: string): Promise<void> {
  await count(BY_SENDER, address ?? 'unknown')
  await count(BY_RECIPIENT, Buffer.from(hashToken(email)).toString('base64url'))
}
