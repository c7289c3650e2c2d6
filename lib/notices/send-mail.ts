import { escapeUTF8 } from 'entities'
import { createTransport, type Transporter } from 'nodemailer'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'

/** A mail of a few lines with one button. All is plain text. */
export type Mail = {
  to: string
  subject: string
  lead: string
  button: { label: string; link: string }
  hint: string
  /** The way to turn off such mails: a link in the mail, and its `List-Unsubscribe` header. */
  unsubscribe?: { label: string; link: string }
  /** Equal for a mail that is sent twice, so that mailboxes show it once. */
  messageId?: string
}

const TIMEOUT_MS = 15_000

function mailServer(url: string): Transporter {
  return singleton(`mail server ${url}`, () =>
    createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }),
  )
}

/** Whether a mail server is set up. */
export function canSendMail(): boolean {
  return Boolean(env().MAIL_SERVER)
}

/** Connects to the mail server and signs in there, and sends nothing. Throws what the server refuses with. */
export async function verifyMailServer(): Promise<void> {
  await mailServer(env().MAIL_SERVER ?? '').verify()
}

/** Sends a mail. Throws what the mail server refuses with, or that none is set up. */
export async function sendMail({ to, messageId, ...mail }: Mail): Promise<void> {
  const { MAIL_SERVER: url, MAIL_FROM: from } = env()
  if (!url) throw new Error('No mail server is set up. Set MAIL_SERVER.')
  const { unsubscribe } = mail
  await mailServer(url).sendMail({
    to: { name: '', address: to },
    from,
    subject: mail.subject,
    ...bodyOf(mail),
    ...(messageId ? { messageId } : {}),
    ...(unsubscribe ? { list: { unsubscribe: unsubscribe.link } } : {}),
  })
}

const STYLE = 'font: 16px/1.5 system-ui, sans-serif; color: #1c1b19; max-width: 34em; margin: 2em auto; padding: 0 1em'
const BUTTON =
  'display: inline-block; padding: 10px 20px; border-radius: 8px; background: #1f4a8a; color: #fff; text-decoration: none'
const SOFT = 'color: #6b6862'

function bodyOf({ lead, button, hint, unsubscribe }: Omit<Mail, 'to'>): { text: string; html: string } {
  const footer = unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.link}\n` : ''
  return {
    text: `${lead}\n\n${button.link}\n\n${hint}\n${footer}`,
    html: [
      `<div style="${STYLE}">`,
      `<p>${escapeUTF8(lead)}</p>`,
      `<p><a href="${escapeUTF8(button.link)}" style="${BUTTON}">${escapeUTF8(button.label)}</a></p>`,
      `<p style="${SOFT}">${escapeUTF8(hint)}</p>`,
      ...(unsubscribe
        ? [
            `<p><a href="${escapeUTF8(unsubscribe.link)}" style="${SOFT}; font-size: 14px">${escapeUTF8(unsubscribe.label)}</a></p>`,
          ]
        : []),
      '</div>',
    ].join('\n'),
  }
}
