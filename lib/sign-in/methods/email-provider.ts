import type { EmailConfig } from 'next-auth/providers/email'
import { describeDevice } from '@/lib/accounts/sessions/describe-device'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { canSendMail, type Mail, sendMail } from '@/lib/notices/send-mail'
import { maySignUp } from '../admission/may-sign-up'
import { LINK_MINUTES } from '../contract'
import type { Visit } from '../next-auth/visit'
import { parseEmail } from '../parse-email'
import { toLink } from './to-link'

/** Signing in by a link that is mailed. Of its token only a hash is kept. */
export function emailProvider(visit: Visit): EmailConfig {
  return {
    id: 'email',
    type: 'email',
    name: 'Email',
    server: '',
    from: '',
    maxAge: LINK_MINUTES * 60,
    options: {},
    normalizeIdentifier(text) {
      const email = parseEmail(text)
      if (email) return email
      throw new Problem('invalid_email')
    },
    async sendVerificationRequest({ identifier, url }) {
      try {
        await sendLink(visit, identifier, toLink(url))
      } catch (error) {
        if (error instanceof Problem) visit.problem = error
        throw error
      }
    },
  }
}

/**
 * Mails a sign-in link. Without a mail server, and in local mode only, prints the link for the operator. Leaves it in
 * the visit only for a browser that was let in by a local link: another browser that arrives through a forwarded port
 * could otherwise open any account. An address that has no account and may not make one gets no mail. Throws
 * `mail_unavailable`, `sign_up_closed`.
 */
async function sendLink(visit: Visit, email: string, link: string): Promise<void> {
  const isWelcome = await maySignUp(email)
  if (!canSendMail()) {
    if (!visit.isForLocalHost) throw new Problem('mail_unavailable')
    if (!isWelcome) throw new Problem('sign_up_closed')
    process.stdout.write(`Sign-in    ${email}: ${link}\n`)
    if (visit.isLocal) visit.link = link
    return
  }
  // The response is the same for every address, so that it does not reveal who has an account.
  if (!isWelcome) return
  try {
    await sendMail({ to: email, ...linkMail(link, describeDevice(visit.userAgent)) })
  } catch (error) {
    log.error('a mail could not be sent', { error })
    throw new Problem('mail_unavailable', { cause: error })
  }
}

/** The mail that brings a link to sign in. `device` is the browser that asked, in words. */
function linkMail(link: string, device: string): Omit<Mail, 'to'> {
  const { host } = new URL(env().baseUrl)
  return {
    subject: 'Sign in to Verbatim',
    lead: `Use this link to sign in to Verbatim at ${host}. It was requested with ${device}.`,
    button: { label: 'Sign in to Verbatim', link },
    hint: `The link works once, within ${LINK_MINUTES} min. If you didn't request it, ignore this email. Nobody can sign in without the link.`,
  }
}
