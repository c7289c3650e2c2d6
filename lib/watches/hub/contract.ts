import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'

const params = z.object({ watch_id: nameField() })

const MAX_CHALLENGE_CHARACTERS = 1000
const LEASES = { min: 1, max: 2_147_483_647 }

export const confirmWatchHub = defineOperation({
  id: 'confirmWatchHub',
  method: 'get',
  path: '/v1/watches/{watch_id}/hub',
  summary: 'Confirm to a WebSub hub that a watch has subscribed',
  tag: 'Watches',
  access: 'public',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  query: z.object({
    'hub.mode': nameField(),
    'hub.topic': linkField(),
    'hub.challenge': textField(MAX_CHALLENGE_CHARACTERS).optional(),
    'hub.lease_seconds': queryInt(LEASES).optional(),
  }),
  success: z.string(),
  answers: { 200: { description: 'The challenge', mediaTypes: ['text/plain'] } },
})

const hubMessageSchema = z.object({ received: z.literal(true) }).meta({ id: 'HubMessageReceived' })

export const pingWatch = defineOperation({
  id: 'pingWatch',
  method: 'post',
  path: '/v1/watches/{watch_id}/hub',
  summary: 'Receive the message of a WebSub hub that a watched feed has changed',
  tag: 'Watches',
  access: 'public',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  rawBody: { description: 'The feed, signed in `X-Hub-Signature`', mediaType: 'application/xml', kind: 'feed' },
  success: hubMessageSchema,
  answers: { 202: { description: 'The message was received', schema: hubMessageSchema } },
})
