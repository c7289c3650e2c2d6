import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { EVENT_DATA, EVENT_MEANING, type EventType } from '@/lib/webhooks/events'

const headers = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
})

const eventTypes = Object.keys(EVENT_DATA) as EventType[]

/** `job.done` as `jobDone`. */
const idOf = (type: EventType) => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())

/** The messages that endpoints of users receive, for the section `webhooks` of an OpenAPI document. */
export function webhookMessages(): RouteConfig[] {
  return eventTypes.map((type) => ({
    method: 'post',
    path: type,
    operationId: idOf(type),
    summary: EVENT_MEANING[type],
    description: `Sent to your [webhook endpoints]({{base_url}}/docs/webhooks) as [Standard Webhooks](https://www.standardwebhooks.com/) are.`,
    tags: ['Webhooks'],
    security: [],
    request: {
      headers,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              type: z.literal(type).describe('What happened'),
              timestamp: z
                .string()
                .describe('When it happened')
                .meta({ examples: ['2026-03-14T09:26:53.589Z'] }),
              data: EVENT_DATA[type].describe('What it happened to'),
            }),
          },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'The message was received. Any other response, and none within 15 seconds, is tried again',
      },
    },
  }))
}
