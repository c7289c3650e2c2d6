import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import { env } from '@/lib/core/env'
import type { BillingAccount } from '@/lib/core/generated/prisma/client'
import { readRequestText } from '@/lib/core/http/read-request-body'
import { isId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { billingProvider } from '../billing-mode'
import { type BillingNotice, noticeWord, verifyStripeNotice } from '../stripe/verify-notice'
import { syncAccount } from '../subscription/sync-account'
import { withCustomerLock } from '../subscription/with-customer-lock'

async function verify(request: Request): Promise<BillingNotice> {
  const payload = await readRequestText(request, 'event')
  const signature = request.headers.get('stripe-signature')
  const notice =
    signature === null ? verifyStandardNotice(payload, request.headers) : verifyStripeNotice(payload, signature)
  if (notice) return notice
  throw new Problem('invalid_credentials', {
    detail: 'This event has no valid signature. Check the webhook secret, then send it again.',
  })
}

async function accountOf({ customerId, userId }: BillingNotice): Promise<BillingAccount | null> {
  const provider = billingProvider()
  if (!provider) return null
  if (customerId) return db().billingAccount.findFirst({ where: { customerId, provider } })
  return userId && isId(userId) ? db().billingAccount.findFirst({ where: { userId, provider } }) : null
}

async function isKnown({ id }: BillingNotice): Promise<boolean> {
  return (await db().billingEvent.count({ where: { id } })) > 0
}

/**
 * Takes an event of the billing provider as the hint to ask it what it grants, and writes that together with the event's
 * id, in one transaction: so an event that comes twice, late or before its time changes nothing twice. Throws
 * `invalid_credentials` for a signature that does not hold; whatever else it throws has changed nothing, and the event is
 * to be sent again.
 */
export async function receiveEvent(request: Request): Promise<void> {
  const notice = await verify(request)
  const account = await accountOf(notice)
  if (!account || (await isKnown(notice))) return
  const { id, type, kinds, customerId } = notice
  await withCustomerLock(account.userId, () =>
    syncAccount(account, async (tx) => {
      const row = { id, type, kinds: [...kinds], customerId }
      const { count } = await tx.billingEvent.createMany({ data: [row], skipDuplicates: true })
      return count > 0
    }),
  )
  log.debug('a billing event was applied', { id, type, kinds })
}

const bodySchema = z.object({
  type: noticeWord,
  timestamp: z.string().optional(),
  data: z.object({
    customer_id: noticeWord.optional(),
    customer: z.object({ external_id: z.string().nullish() }).optional(),
  }),
})

function asText(headers: Headers): Record<string, string> {
  return Object.fromEntries(headers)
}

/**
 * An event in the form of Standard Webhooks whose signature holds and is at most five minutes old; null for any other.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function verifyStandardNotice(payload: string, headers: Headers): BillingNotice | null {
  const { BILLING_WEBHOOK_SECRET } = env()
  if (!BILLING_WEBHOOK_SECRET) return null
  try {
    const verified = new Webhook(BILLING_WEBHOOK_SECRET).verify(payload, asText(headers))
    const body = bodySchema.safeParse(verified)
    const { type, data } = body.success ? body.data : { type: 'unknown', data: { customer_id: null, customer: null } }
    return {
      id: `standard:${headers.get('webhook-id')}`,
      type,
      kinds: [type],
      customerId: data.customer_id ?? null,
      userId: data.customer?.external_id ?? null,
    }
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}

const KEPT_MS = 90 * 24 * 3_600_000

/** Deletes the ids of events of three months ago: a signature so old is refused anyway. Returns how many there were. */
export function purgeExpiredEvents(): Promise<number> {
  return purgeRows('billing_event', 'received_at < $1', [new Date(Date.now() - KEPT_MS)])
}
