import { z } from 'zod'
import { DeliveryStatus } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, nameField } from '@/lib/core/operations/text-field'

/** The events that an endpoint can receive. */
export const WEBHOOK_EVENTS = ['job.done', 'job.error', 'import.done', 'batch.done', 'watch.item'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The event that an owner sends to test an endpoint. */
export const TEST_EVENT = 'webhook.test'

const TAG = 'Webhooks'
const PATH = '/v1/me/webhooks'

const endpointFields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** False: nothing is sent there; `note` says why. */
  enabled: z.boolean(),
  note: z.string().nullable(),
  /** Since when nothing has been taken there; null: all is well. */
  failing_since: z.string().nullable(),
  created_at: z.string(),
}

export const webhookSchema = z.object(endpointFields).meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhookSchema>

export const webhookWithSecretSchema = z
  .object({
    ...endpointFields,
    /** The secret by which messages are signed (Standard Webhooks), returned this once. */
    secret: z.string(),
  })
  .meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>

export const webhookDeliverySchema = z
  .object({
    /** The `webhook-id` of the message. */
    id: z.string(),
    type: z.string(),
    status: z.enum(DeliveryStatus),
    attempts: z.int(),
    /** The HTTP status of the last answer, and how it begins. */
    last_status: z.int().nullable(),
    last_answer: z.string().nullable(),
    /** Why there was no answer. */
    last_error: z.string().nullable(),
    last_attempt_at: z.string().nullable(),
    created_at: z.string(),
    payload: z.string(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

const webhookListSchema = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' })
const deliveryListSchema = z.object({ deliveries: z.array(webhookDeliverySchema) }).meta({ id: 'WebhookDeliveryList' })
const removedSchema = z.object({ removed: z.literal(true) }).meta({ id: 'WebhookRemoved' })

const params = z.object({ webhook_id: nameField() })
const deliveryParams = z.object({ webhook_id: nameField(), delivery_id: nameField() })

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  method: 'get',
  path: PATH,
  summary: 'List your webhook endpoints',
  tag: TAG,
  access: 'account',
  success: webhookListSchema,
  answers: { 200: { description: 'The endpoints, newest first', schema: webhookListSchema } },
})

export const addWebhook = defineOperation({
  id: 'addWebhook',
  method: 'post',
  path: PATH,
  summary: 'Add an endpoint; its signing secret is returned once',
  description:
    'Messages are signed as Standard Webhooks describes. Endpoints are https, or loopback addresses on your own machine.',
  tag: TAG,
  access: 'account',
  problems: ['invalid_url', 'blocked_url', 'too_many_webhooks'],
  body: z
    .object({
      url: linkField(),
      /** All of them where absent. */
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).optional(),
    })
    .meta({ id: 'AddWebhookRequest' }),
  success: webhookWithSecretSchema,
  answers: { 201: { description: 'The endpoint with its secret', schema: webhookWithSecretSchema } },
})

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  method: 'patch',
  path: `${PATH}/{webhook_id}`,
  summary: 'Change the URL or the events of an endpoint, disable it or enable it',
  description: 'Fields that are left out stay as they are. The secret stays too. Pending messages go to the new URL.',
  tag: TAG,
  access: 'account',
  problems: ['not_found', 'invalid_url', 'blocked_url'],
  params,
  body: z
    .object({
      url: linkField().optional(),
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).optional(),
      enabled: z.boolean().optional(),
    })
    .meta({ id: 'UpdateWebhookRequest' }),
  success: webhookSchema,
  answers: { 200: { description: 'The endpoint', schema: webhookSchema } },
})

export const removeWebhook = defineOperation({
  id: 'removeWebhook',
  method: 'delete',
  path: `${PATH}/{webhook_id}`,
  summary: 'Delete an endpoint and its deliveries',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params,
  success: removedSchema,
  answers: { 200: { description: 'The endpoint was deleted', schema: removedSchema } },
})

export const enableWebhook = defineOperation({
  id: 'enableWebhook',
  method: 'post',
  path: `${PATH}/{webhook_id}/enable`,
  summary: 'Enable a disabled endpoint',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params,
  success: webhookSchema,
  answers: { 200: { description: 'The endpoint', schema: webhookSchema } },
})

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: `${PATH}/{webhook_id}/rotate`,
  summary: 'Rotate the signing secret; for a day messages are signed with both',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params,
  success: webhookWithSecretSchema,
  answers: { 200: { description: 'The endpoint with its new secret', schema: webhookWithSecretSchema } },
})

export const testWebhook = defineOperation({
  id: 'testWebhook',
  method: 'post',
  path: `${PATH}/{webhook_id}/test`,
  summary: 'Send a test event',
  description: 'Also works for a disabled endpoint.',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params,
  success: webhookDeliverySchema,
  answers: { 202: { description: 'The pending delivery', schema: webhookDeliverySchema } },
})

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  method: 'get',
  path: `${PATH}/{webhook_id}/deliveries`,
  summary: 'List the last 50 deliveries to an endpoint and their results',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params,
  success: deliveryListSchema,
  answers: { 200: { description: 'The deliveries, newest first', schema: deliveryListSchema } },
})

export const redeliverWebhook = defineOperation({
  id: 'redeliverWebhook',
  method: 'post',
  path: `${PATH}/{webhook_id}/deliveries/{delivery_id}/redeliver`,
  summary: 'Resend a message with the same ID',
  description: 'The message keeps its ID, so that your endpoint can ignore what it has received.',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params: deliveryParams,
  success: webhookDeliverySchema,
  answers: { 202: { description: 'The pending delivery', schema: webhookDeliverySchema } },
})
