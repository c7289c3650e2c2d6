import type { WebhookEvent } from '@/lib/webhooks/contract'
import { formatCount } from '../format/format-count'

/** The description of each type of event. */
const events: Readonly<Record<WebhookEvent, string>> = {
  'job.done': 'Transcript ready',
  'job.error': 'Transcript failed',
  'import.done': 'Import finished',
  'batch.done': 'Batch finished',
  'watch.item': 'New item found',
}

/** The texts of the page of webhooks. */
export const words = {
  events,
  title: 'Webhooks',
  lead: 'Get a signed request when a job or import finishes.',
  form: 'Add an endpoint',
  address: 'Endpoint URL',
  when: 'Events',
  add: 'Add endpoint',
  endpoints: 'Endpoints',
  none: 'No webhooks yet',
  noneText: 'Endpoints are listed here with their recent deliveries.',
  off: (note: string) => `Disabled. ${note}`,
  failing:
    'Recent deliveries failed. Retrying each message for three days. After five days of failures, the endpoint is disabled.',
  enable: 'Enable endpoint',
  test: 'Send test event',
  deliveries: 'Deliveries',
  newSecret: 'Rotate secret',
  twoSecrets: 'New secret created. The old one stays valid for a day.',
  secretOf: (url: string) => `Signing secret of ${url}`,
  secretText:
    'Copy it now. You won’t see it again. Store it with your server’s secrets; any Standard Webhooks library uses it to verify messages.',
  secret: 'Signing secret',
  stored: 'I’ve saved it',
  remove: 'Delete',
  removeOf: (url: string) => `Delete ${url}`,
  removeText: 'Pending messages are dropped.',
  removeDo: 'Delete endpoint',
  keep: 'Cancel',
  removed: 'Endpoint deleted',
  looking: 'Loading…',
  nothingSent: 'No deliveries yet.',
  retry: 'Try again',
  answered: (status: number) => `Response: ${status}.`,
  taken: (answer: string) => `Delivered. ${answer}`,
  notTaken: (attempts: number, answer: string) =>
    `Failed after ${attempts === 1 ? 'one attempt' : `${formatCount(attempts)} attempts`}. ${answer}`,
  onItsWay: 'Pending.',
  triedAgain: (answer: string) => `Failed. Will retry. ${answer}`,
  sent: 'Request body',
  answer: 'Start of the response',
  emptyAnswer: '(empty)',
  sendAgain: 'Resend event',
} as const
