import { attemptDelivery } from '@/lib/webhooks/attempt-delivery'
import { DELIVERY_WAITS } from '@/lib/webhooks/delivery-waits'
import { DELIVERY_DUE } from '@/lib/webhooks/queue-delivery'
import { inngest } from './client'

type DeliveryEvent = { data: { deliveryId: string; endpointId: string } }

/** An endpoint that is slow keeps others from nothing. */
const AT_ONCE_PER_ENDPOINT = 5

/** Sends a message to a user's endpoint until it is taken, for three days at most. */
export const deliverWebhook = inngest.createFunction(
  {
    id: 'deliver-webhook',
    retries: 5,
    triggers: { event: DELIVERY_DUE },
    concurrency: { limit: AT_ONCE_PER_ENDPOINT, key: 'event.data.endpointId' },
  },
  async ({ event, step }) => {
    const { deliveryId } = (event as unknown as DeliveryEvent).data
    for (let attempt = 0; ; attempt++) {
      const wait = DELIVERY_WAITS[attempt]
      const { over, notBeforeSeconds } = await step.run(`attempt-${attempt}`, () =>
        attemptDelivery(deliveryId, wait === undefined),
      )
      if (over || wait === undefined) return
      await step.sleep(`wait-${attempt}`, Math.max(wait, notBeforeSeconds) * 1000)
    }
  },
)
