import { deliverEvent } from '@/lib/billing/sandbox/deliver-event'
import { SANDBOX_EVENT } from '@/lib/billing/sandbox/record-event'
import { inngest } from './client'

type SandboxEvent = { data: { eventId: string } }

/** An event of the billing sandbox goes to the door for events, and again until it is taken. */
export const deliverSandboxEvent = inngest.createFunction(
  { id: 'deliver-sandbox-event', retries: 10, triggers: { event: SANDBOX_EVENT } },
  async ({ event, step }) => {
    const { eventId } = (event as unknown as SandboxEvent).data
    await step.run('deliver', () => deliverEvent(eventId))
  },
)
