import { PrismaAdapter } from '@auth/prisma-adapter'
import type { NextAuthOptions } from 'next-auth'
import type { Adapter } from 'next-auth/adapters'
import { beginSession } from '@/lib/accounts/sessions/begin-session'
import { removeSession } from '@/lib/accounts/sessions/end-session'
import { COOKIE_SECONDS, sessionCookie } from '@/lib/accounts/sessions/session-cookie'
import { sessionSecret } from '@/lib/accounts/sessions/session-secret'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { restoreUsedSeconds } from '@/lib/usage/former-usage'
import { maySignIn } from '../admission/may-sign-in'
import { useInvitation } from '../admission/may-sign-up'
import { emailProvider } from '../methods/email-provider'
import { hasLinks, issuers } from '../methods/sign-in-methods'
import { returnPath } from '../return-path/return-path'
import type { Visit } from './visit'

type OpenAccount = { id: string; email: string; emailVerified: Date | null }

/**
 * Returns the account of a proven email address, and creates it if there is none; concurrent calls create only one. A
 * new account has no key: `ensureApiKey` creates one where its plaintext can be shown.
 */
async function openAccount(email: string): Promise<OpenAccount> {
  const emailVerified = new Date()
  await db().user.createMany({ data: [{ id: newId(), email, emailVerified }], skipDuplicates: true })
  return db().user.findUniqueOrThrow({ where: { email }, select: { id: true, email: true, emailVerified: true } })
}

export const SIGN_IN_PAGE = '/sign-in'

/** An issuer, or who writes its answers by hand, says as much as it likes. */
const MAX_CAUSE = 300

/** Only what went wrong: what next-auth adds may hold an address, a profile or a token. */
function logError(code: string, metadata: Error | { error: Error }): void {
  const error = metadata instanceof Error ? metadata : metadata.error
  const cause = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, MAX_CAUSE) : undefined
  log.warn('a sign-in failed', { code, cause })
}

function requireSecret(): string {
  const secret = sessionSecret()
  if (secret) return secret
  throw new Problem('service_unavailable', { detail: 'VERBATIM_SECRET is not set, so sign-in is disabled.' })
}

/**
 * Begins the session that the cookie will name. Ends the browser's old one, so that a user never continues another's.
 */
async function admitUser(visit: Visit, userId: string): Promise<{ sub: string; sid: string }> {
  const sid = await beginSession(userId, visit.userAgent)
  if (visit.oldSession) await removeSession(visit.oldSession)
  return { sub: userId, sid }
}

/** How next-auth serves one visit. Sessions are rows of ours; next-auth seals the cookie that names one. */
export function signInOptions(visit: Visit): NextAuthOptions {
  const cookie = sessionCookie()
  return {
    secret: requireSecret(),
    adapter: signInAdapter(),
    providers: [...(hasLinks() ? [emailProvider(visit)] : []), ...issuers()],
    session: { strategy: 'jwt', maxAge: COOKIE_SECONDS },
    // Sessions are hidden from next-auth, so that an issuer's account is never linked to the user who is signed in.
    jwt: { decode: async () => null },
    cookies: { sessionToken: cookie },
    useSecureCookies: cookie.options.secure,
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    callbacks: {
      signIn: async ({ account, profile, email }) => {
        const isAsking = email?.verificationRequest === true
        const answer = await maySignIn(visit, { account, ...(profile ? { profile } : {}), isAsking })
        return answer === true || `${SIGN_IN_PAGE}?error=${answer}`
      },
      redirect: ({ url }) => `${env().baseUrl}${returnPath(url)}`,
      jwt: ({ user }) => admitUser(visit, user.id),
    },
    logger: { error: logError, warn: () => {}, debug: () => {} },
  }
}

type Link = { provider: string; providerAccountId: string; userId: string }

/** How next-auth stores accounts and links. Nothing of an issuer's response is stored but the identity. */
function signInAdapter(): Adapter {
  return {
    ...PrismaAdapter(db()),
    createUser: async ({ email }: { email: string }) => {
      const account = await openAccount(email)
      await restoreUsedSeconds(account)
      await useInvitation(email)
      return account
    },
    linkAccount: async ({ provider, providerAccountId, userId }: Link) => {
      await db().account.create({ data: { provider, providerAccountId, userId } })
    },
  }
}
