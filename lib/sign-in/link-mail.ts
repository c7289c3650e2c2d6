import { escapeUTF8 } from 'entities'
import { env } from '@/lib/platform/env'
import { LINK_MINUTES } from './contract'

export type LinkMail = { subject: string; text: string; html: string }

/** The mail that brings a link to sign in. `device` is the browser that asked, in words. */
export function linkMail(link: string, device: string): LinkMail {
  const { host } = new URL(env().baseUrl)
  const lead = `Somebody using ${device} wants to sign in to Verbatim at ${host} with this address.`
  const hint = `The link works once, for ${LINK_MINUTES} min. If this was not you, do nothing: nobody gets in without it.`
  const look = 'font: 16px/1.5 system-ui, sans-serif; color: #1c1b19; max-width: 34em; margin: 2em auto; padding: 0 1em'
  const button =
    'display: inline-block; padding: 10px 20px; border-radius: 8px; background: #1f4a8a; color: #fff; text-decoration: none'
  return {
    subject: 'Sign in to Verbatim',
    text: `${lead}\n\n${link}\n\n${hint}\n`,
    html: [
      `<div style="${look}">`,
      `<p>${escapeUTF8(lead)}</p>`,
      `<p><a href="${escapeUTF8(link)}" style="${button}">Sign in to Verbatim</a></p>`,
      `<p style="color: #6b6862">${escapeUTF8(hint)}</p>`,
      '</div>',
    ].join('\n'),
  }
}
