import { z } from 'zod'
import { WatchMail } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'

const TAG = 'Account'

const noticeSettingsSchema = z
  .object({
    /** Whether every longer job and every import is followed by a mail. */
    email_when_done: z.boolean(),
    /** How often new transcripts of watches are mailed; unchanged where absent. */
    watches: z.enum(WatchMail).optional(),
  })
  .meta({ id: 'NoticeSettings' })

const noticeSchema = z.object({ email: z.boolean() }).meta({ id: 'EndNotice' })

export const updateNoticeSettings = defineOperation({
  id: 'updateNoticeSettings',
  method: 'put',
  path: '/v1/me/notices',
  summary: 'Choose whether you get an email whenever a job of more than a minute or an import ends',
  tag: TAG,
  access: 'account',
  problems: ['mail_unavailable'],
  body: noticeSettingsSchema,
  success: noticeSettingsSchema,
  answers: { 200: { description: 'What holds now', schema: noticeSettingsSchema } },
})

export const setEndNotice = defineOperation({
  id: 'setEndNotice',
  method: 'put',
  path: '/v1/me/notices/{id}',
  summary: 'Choose whether you get an email when this running job or import ends',
  tag: TAG,
  access: 'account',
  problems: ['not_found', 'mail_unavailable'],
  params: z.object({ id: nameField() }),
  body: noticeSchema,
  success: noticeSchema,
  answers: { 200: { description: 'Whether an email will come; false once it has ended', schema: noticeSchema } },
})

export type NoticeView = {
  /** Whether this server can send mail to this account. */
  canEmail: boolean
  /** Whether every longer job and every import is followed by a mail. */
  emailWhenDone: boolean
  /** How often new transcripts of watches are mailed. */
  watchMail: WatchMail
  /** Whether a mail will come when the job or import of the page ends. */
  email: boolean
}
