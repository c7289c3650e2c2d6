import type { WebhookEvent } from '@/lib/webhooks/contract'
import { formatCount } from '../format-count'

/** What each type of event says. */
const events: Readonly<Record<WebhookEvent, string>> = {
  'job.done': 'A transcript is ready',
  'job.error': 'A transcript could not be made',
  'import.done': 'An import has ended',
}

/** What the page of webhooks says. */
export const words = {
  events,
  title: 'Webhooks',
  lead: 'Verbatim tells your own server when a transcript is ready, so that it need not ask. Every message is signed.',
  form: 'Add an endpoint',
  address: 'The address of your server',
  when: 'Tell it when',
  add: 'Add it',
  endpoints: 'Endpoints',
  none: 'Nothing is told anywhere yet',
  noneText: 'Each address that you add is listed here with what was sent to it, and how that went.',
  off: (note: string) => `Off. ${note}`,
  failing:
    'Nothing was taken here lately. Messages are tried again for three days; after five such days it is switched off.',
  enable: 'Switch it on',
  test: 'Send a test event',
  deliveries: 'Deliveries',
  newSecret: 'New secret',
  twoSecrets: 'Messages bear signatures by the old and the new secret for a day',
  secretOf: (url: string) => `The signing secret of ${url}`,
  secretText:
    'It is shown this once. Keep it where your server reads its secrets; a Standard Webhooks library checks each message with it.',
  secret: 'The signing secret',
  stored: 'I have stored it',
  remove: 'Remove',
  removeOf: (url: string) => `Remove ${url}`,
  removeText: 'Messages that wait for it are dropped.',
  removeDo: 'Remove it',
  keep: 'Keep it',
  removed: 'The endpoint is removed',
  looking: 'Looking …',
  nothingSent: 'Nothing was sent here yet.',
  retry: 'Try again',
  answered: (status: number) => `Answered ${status}.`,
  taken: (answer: string) => `Taken. ${answer}`,
  notTaken: (attempts: number, answer: string) =>
    `Not taken after ${attempts === 1 ? 'one attempt' : `${formatCount(attempts)} attempts`}. ${answer}`,
  onItsWay: 'On its way.',
  triedAgain: (answer: string) => `Not taken yet; it is tried again. ${answer}`,
  sent: 'What was sent',
  answer: 'How the answer began',
  emptyAnswer: '(empty)',
  sendAgain: 'Send it again',
} as const
