import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { type BillingNotice, noticeWord } from './billing-notice'

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
export function verifyStandardNotice(payload: string, headers: Headers): BillingNotice | null {
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
