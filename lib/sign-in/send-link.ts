import { createTransport, type Transporter } from 'nodemailer'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { singleton } from '@/lib/platform/singleton'
import { describeDevice } from '@/lib/sessions/describe-device'
import { linkMail } from './link-mail'
import type { Visit } from './visit'

const PATIENCE_MS = 15_000

function mailServer(url: string): Transporter {
  return singleton(`mail server ${url}`, () =>
    createTransport({ url, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }),
  )
}

/**
 * Mails a link to sign in. With no mail server set up the link is printed for whoever runs the service, and left in the
 * visit to be shown; that is for this machine only. Throws `mail_unavailable`.
 */
export async function sendLink(visit: Visit, email: string, link: string): Promise<void> {
  const { MAIL_SERVER: url, MAIL_FROM: from } = env()
  if (!url) {
    if (!visit.isLocal) throw new Problem('mail_unavailable')
    process.stdout.write(`Sign-in    ${email}: ${link}\n`)
    visit.link = link
    return
  }
  try {
    const message = linkMail(link, describeDevice(visit.userAgent))
    await mailServer(url).sendMail({ to: { name: '', address: email }, from, ...message })
  } catch (error) {
    log.error('a mail could not be sent', { error })
    throw new Problem('mail_unavailable', { cause: error })
  }
}
