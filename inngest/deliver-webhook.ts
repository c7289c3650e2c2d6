import { expectWork } from '@/lib/durable/work'
import { type Attempt, attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { DELIVERY_DUE, DELIVERY_WAITS, DELIVERY_WORK } from '@/lib/webhooks/queue-delivery'
import { inngest, trigger } from './client'

/** A slow endpoint does not delay the others. */
const AT_ONCE_PER_ENDPOINT = 5
const AT_ONCE = 40

/** Sends once, and says when the next attempt is to be made if there is one: by that a lost run is known. */
async function attemptAndExpect(of: { deliveryId: string; run: string }, wait: number | undefined): Promise<Attempt> {
  const { deliveryId, run } = of
  const attempt = await attemptDelivery(deliveryId, wait === undefined, run)
  if (!attempt.over) await expectWork(DELIVERY_WORK, run, Math.max(wait ?? 0, attempt.notBeforeSeconds))
  return attempt
}

/** Sends a message to a user's endpoint until it is taken, for three days at most. */
export const deliverWebhook = inngest.createFunction(
  {
    id: DELIVERY_WORK.functionId,
    retries: 5,
    triggers: trigger(DELIVERY_DUE),
    concurrency: [{ limit: AT_ONCE }, { limit: AT_ONCE_PER_ENDPOINT, key: 'event.data.endpointId' }],
  },
  async ({ event, step }) => {
    const { deliveryId, run, attemptsBefore = 0 } = event.data
    for (let attempt = attemptsBefore; ; attempt++) {
      const wait = DELIVERY_WAITS[attempt]
      const { over, notBeforeSeconds } = await step.run(`attempt-${attempt}`, () =>
        attemptAndExpect({ deliveryId, run }, wait),
      )
      if (over || wait === undefined) return
      await step.sleep(`wait-${attempt}`, Math.max(wait, notBeforeSeconds) * 1000)
    }
  },
)
