import type { WebhookEvent } from '@/lib/webhooks/contract'

/** What each type of event says, in words. */
export const EVENT_NAMES: Record<WebhookEvent, string> = {
  'job.done': 'A transcript is ready',
  'job.error': 'A transcript could not be made',
  'import.done': 'An import has ended',
}
