import type { EmailConfig } from 'next-auth/providers/email'
import { Problem } from '@/lib/platform/problem'
import { LINK_MINUTES } from './contract'
import { parseEmail } from './parse-email'
import { sendLink } from './send-link'
import { toLink } from './to-link'
import type { Visit } from './visit'

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
