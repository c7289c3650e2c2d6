import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { textField } from '@/lib/platform/text-field'

const TAG = 'Account'
const MAX_EMAIL_CHARACTERS = 320

export const exportAccount = defineOperation({
  id: 'exportAccount',
  method: 'get',
  path: '/v1/me/export',
  summary: 'Everything there is of your account, as a zip archive',
  tag: TAG,
  access: 'account',
  success: z.unknown(),
  answers: { 200: { description: 'The archive', mediaTypes: ['application/zip'] } },
})

const deletedSchema = z.object({ deleted: z.literal(true) }).meta({ id: 'AccountDeleted' })

export const deleteAccount = defineOperation({
  id: 'deleteAccount',
  method: 'delete',
  path: '/v1/me',
  summary: 'Delete your account with all that is its own, at once and for good',
  tag: TAG,
  access: 'account',
  body: z
    .object({
      /** The account's email address, to confirm. */
      email: textField(MAX_EMAIL_CHARACTERS),
    })
    .meta({ id: 'DeleteAccountRequest' }),
  success: deletedSchema,
  answers: {
    200: { description: 'The account is no more', schema: deletedSchema },
    422: { description: 'The address is not that of the account' },
  },
})
