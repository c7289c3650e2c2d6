import { createTransport, type Transporter } from 'nodemailer'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { singleton } from '@/lib/platform/singleton'
import { describeDevice } from '@/lib/sessions/describe-device'
import { linkMail } from './link-mail'
import { maySignUp } from './may-sign-up'
import type { Visit } from './visit'

const TIMEOUT_MS = 15_000

function mailServer(url: string): Transporter {
  return singleton(`mail server ${url}`, () =>
    createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }),
  )
}

/**
 * Mails a link to sign in. With no mail server set up the link is printed for whoever runs the service, in local mode only.
 * It is left in the visit to be shown only to a browser that was let in by a local link: to anybody else that a forwarded
 * port brings here it would open whichever account they name. An address that has no account and
 * may not make one gets no mail. Throws `mail_unavailable`, `sign_up_closed`.
 */
export async function sendLink(visit: Visit, email: string, link: string): Promise<void> {
  const { MAIL_SERVER: url, MAIL_FROM: from } = env()
  const isWelcome = await maySignUp(email)
  if (!url) {
    if (!visit.isForLocalHost) throw new Problem('mail_unavailable')
    if (!isWelcome) throw new Problem('sign_up_closed')
    process.stdout.write(`Sign-in    ${email}: ${link}\n`)
    if (visit.isLocal) visit.link = link
    return
  }
  // Whoever asks is told the same, so that nobody learns who has an account here.
  if (!isWelcome) return
  try {
    const message = linkMail(link, describeDevice(visit.userAgent))
    await mailServer(url).sendMail({ to: { name: '', address: email }, from, ...message })
  } catch (error) {
    log.error('a mail could not be sent', { error })
    throw new Problem('mail_unavailable', { cause: error })
  }
}
