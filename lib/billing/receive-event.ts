import { db } from '@/lib/platform/db'
import type { BillingAccount } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { readRequestText } from '@/lib/platform/read-request-body'
import { billingMode } from './billing-mode'
import type { BillingNotice } from './billing-notice'
import { verifyStripeNotice } from './stripe/verify-notice'
import { syncAccount } from './sync-account'
import { verifyStandardNotice } from './verify-standard-notice'
import { withCustomerLock } from './with-customer-lock'

async function verify(request: Request): Promise<BillingNotice> {
  const payload = await readRequestText(request, 'event')
  const signature = request.headers.get('stripe-signature')
  const notice =
    signature === null ? verifyStandardNotice(payload, request.headers) : verifyStripeNotice(payload, signature)
  if (notice) return notice
  throw new Problem('invalid_credentials', {
    detail: 'This event is not signed, or its signature is wrong or old. Check the webhook secret, then send it again.',
  })
}

async function accountOf({ customerId, userId }: BillingNotice): Promise<BillingAccount | null> {
  const provider = billingMode()
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
