import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { textField } from '@/lib/core/operations/text-field'

const TAG = 'Account'
const MAX_EMAIL_CHARACTERS = 320

export const exportAccount = defineOperation({
  id: 'exportAccount',
  method: 'get',
  path: '/v1/me/export',
  summary: 'Export all data of your account as a zip archive',
  description:
    'Contains your transcripts, their revisions, settings, usage and every other record of yours. Uploaded files are not in it: `GET /v1/uploads/{upload_id}` returns each of them.',
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
  summary: 'Permanently delete your account and all its data',
  description:
    'Send your email address as confirmation. Transcripts, uploads, public pages, keys and connections are deleted immediately, and a subscription is cancelled.',
  tag: TAG,
  access: 'account',
  problems: ['email_mismatch', 'storage_unavailable'],
  body: z
    .object({
      /** The account's email address, to confirm. */
      email: textField(MAX_EMAIL_CHARACTERS),
    })
    .meta({ id: 'DeleteAccountRequest' }),
  success: deletedSchema,
  answers: {
    200: { description: 'The account was deleted', schema: deletedSchema },
    422: { description: 'The email does not match the account' },
  },
})
