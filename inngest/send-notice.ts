import { NOTICE_DUE, queueDailyWatchNotices } from '@/lib/notices/queue-notices'
import { sendNotice } from '@/lib/notices/send-notice'
import { inngest, scheduled, trigger } from './client'

/** Mail servers take few connections at a time. */
const AT_ONCE = 2

/** Mails that a job or an import has ended. A mail server that refuses is tried again a few times. */
export const sendEndNotice = inngest.createFunction(
  { id: 'send-end-notice', retries: 5, triggers: trigger(NOTICE_DUE), concurrency: { limit: AT_ONCE } },
  async ({ event, step }) => {
    const { userId, subjectId, subject, since } = event.data
    await step.run('send', () => sendNotice({ userId, subjectId, subject, ...(since ? { since } : {}) }))
  },
)

/** Every hour: who wants one mail a day about watches, and has got something new, gets it. */
export const sendDailyWatchNotices = scheduled('send-daily-watch-notices', '23 * * * *', {
  queue: () => queueDailyWatchNotices(),
})
