import { EXAMPLE_ID, EXAMPLE_JOB_ID, EXAMPLE_LINK, EXAMPLE_TIME, type Fields } from './field'

/** Fields of webhooks and of the messages that they send. */
export const WEBHOOK_FIELDS = {
  'data.done': { meaning: 'How many are transcribed', example: 2 },
  'UpdateWebhookRequest.url': { meaning: 'The new URL', example: 'https://app.example/hooks' },
  'UpdateWebhookRequest.enabled': {
    meaning: 'False stops deliveries; what happens meanwhile is not sent later. True starts them again',
    example: true,
  },
  job_url: { meaning: 'The job at the API', example: `{{base_url}}/v1/jobs/${EXAMPLE_JOB_ID}` },
  'data.url': { meaning: 'The link of the recording', example: EXAMPLE_LINK },
  'data.error': { meaning: 'Why it failed; null if it did not' },
  'data.message': { meaning: 'What the message is for', example: 'This is a test event. Nothing has happened.' },
  'webhook-id': {
    meaning: 'The ID of the message, the same for every attempt: ignore duplicates by it',
    example: EXAMPLE_ID,
  },
  'webhook-timestamp': { meaning: 'The time of this attempt, in seconds since 1970', example: '1773480413' },
  'webhook-signature': {
    meaning: '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several are separated by a space',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'data.source_url': {
    meaning: 'The link of the show or list; null if unknown',
    example: 'https://feeds.example.com/show.xml',
  },
  type: { meaning: 'The violated rule', example: 'missing' },
  events: { meaning: 'The events that are sent; without it, all', example: ['job.done', 'job.error'] },
  enabled: { meaning: 'Whether events are sent to the endpoint', example: true },
  attempts: { meaning: 'How many attempts there were', example: 1 },
  last_answer: { meaning: 'The beginning of the last answer; null if there was none', example: 'ok' },
  last_attempt_at: { meaning: 'When the last attempt was; null if there was none', example: EXAMPLE_TIME },
  last_error: { meaning: 'Why the last attempt failed; null if it did not', example: null },
  last_status: { meaning: 'The status of the last answer; null if there was none', example: 200 },
  payload: { meaning: 'The message as it is sent' },
  deliveries: { meaning: 'Newest first' },
  webhooks: { meaning: 'Your endpoints' },
  webhook_id: { meaning: 'The ID of an endpoint', example: EXAMPLE_ID },
  delivery_id: { meaning: 'The ID of a delivery', example: EXAMPLE_ID },
  secret: {
    meaning: 'The secret by which the endpoint verifies messages; returned this once',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  },
} satisfies Fields
