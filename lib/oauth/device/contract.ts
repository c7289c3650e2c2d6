import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'
import { deviceCodeForm, NO_FORM, oauthErrorSchema, refusedSchema } from '@/lib/oauth/contract'
import { tokenSchema } from '../tokens/contract'

const TAG = 'Devices'

export const deviceCodeResponseSchema = z
  .object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    interval: z.int(),
    expires_in: z.int(),
  })
  .meta({ id: 'DeviceCodeResponse' })
export type DeviceCodeResponse = z.infer<typeof deviceCodeResponseSchema>

export const requestDeviceCode = defineOperation({
  id: 'requestDeviceCode',
  method: 'post',
  path: '/v1/device/code',
  summary: 'Start connecting a device without a browser (RFC 8628)',
  tag: TAG,
  access: 'public',
  rawBody: {
    description: 'Empty for the command line; client_id and scope for a registered client',
    mediaType: 'application/x-www-form-urlencoded',
    kind: 'form',
    form: deviceCodeForm,
  },
  success: deviceCodeResponseSchema,
  answers: {
    200: { description: 'The code to poll with, and the code to show', schema: deviceCodeResponseSchema },
    400: { description: 'The request is not valid', schema: oauthErrorSchema },
    401: { description: 'The client is unknown, or its secret is wrong', schema: oauthErrorSchema },
    415: NO_FORM,
  },
})

export const deviceTokenSchema = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('pending'),
      error: z.enum(['authorization_pending', 'slow_down']),
      /** How many seconds to wait before asking again. */
      interval: z.int(),
    }),
    tokenSchema.extend({ status: z.literal('approved') }),
  ])
  .meta({ id: 'DeviceTokenResponse' })
export type DeviceTokenResponse = z.infer<typeof deviceTokenSchema>

export const pollDeviceToken = defineOperation({
  id: 'pollDeviceToken',
  method: 'post',
  path: '/v1/device/token',
  summary: 'Poll for the decision of the user; once approved, get the tokens',
  tag: TAG,
  access: 'public',
  problems: ['account_suspended'],
  limit: 'frequent',
  body: z.object({ device_code: nameField() }).meta({ id: 'DeviceTokenRequest' }),
  success: deviceTokenSchema,
  answers: {
    200: { description: 'Still pending, or approved', schema: deviceTokenSchema },
    400: { description: 'Denied, expired or unknown code', schema: refusedSchema },
  },
})

const approvedSchema = z.object({ approved: z.boolean().default(true) }).meta({ id: 'DeviceApproveResponse' })

export const approveDevice = defineOperation({
  id: 'approveDevice',
  method: 'post',
  path: '/v1/device/approve',
  summary: 'Approve or deny the device that shows a code',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  body: z
    .object({ user_code: nameField(), decision: z.enum(['approve', 'deny']).default('approve') })
    .meta({ id: 'DeviceApproveRequest' }),
  success: approvedSchema,
  answers: { 200: { description: 'The decision', schema: approvedSchema } },
})
