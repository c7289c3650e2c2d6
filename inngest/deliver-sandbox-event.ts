import { deliverEvent } from '@/lib/billing/sandbox/deliver-event'
import { SANDBOX_EVENT } from '@/lib/billing/sandbox/record-event'
import { inngest, trigger } from './client'

const AT_A_TIME = 4

/** Sends an event of the billing sandbox to the webhook, and again until it is accepted. */
export const deliverSandboxEvent = inngest.createFunction(
  { id: 'deliver-sandbox-event', retries: 10, triggers: trigger(SANDBOX_EVENT), concurrency: { limit: AT_A_TIME } },
  async ({ event, step }) => {
    await step.run('deliver', () => deliverEvent(event.data.eventId))
  },
)
