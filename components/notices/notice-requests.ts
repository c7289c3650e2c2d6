import { createClient } from '@/lib/api/client'
import { type NoticeView, setEndNotice, updateNoticeSettings } from '@/lib/notices/contract'

/** Asks for a mail at the end of a job or an import, or takes that back. Returns whether one will come. */
export async function requestNotice(id: string, email: boolean): Promise<boolean> {
  return (await createClient()(setEndNotice, { params: { id }, body: { email } })).body.email
}

/** Stores which mails the account wants. */
export async function saveNotices(emailWhenDone: boolean, watches: NoticeView['watchMail']): Promise<void> {
  await createClient()(updateNoticeSettings, { body: { email_when_done: emailWhenDone, watches } })
}
