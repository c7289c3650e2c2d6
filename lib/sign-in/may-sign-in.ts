import type { Account, Profile } from 'next-auth'
import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { identitySchema } from './identity'
import { limitMails } from './limit-mails'
import { maySignUp } from './may-sign-up'
import { parseEmail } from './parse-email'
import type { Visit } from './visit'

type Coming = { account: Account | null; profile?: Profile; isAsking: boolean }

/** A page's error, for what an issuer says of an address that it has not verified. */
const EMAIL_UNVERIFIED = 'email_unverified'

/** Why somebody who has proved an address does not come in; null: they do. */
async function refusalOf(
  visit: Visit,
  { provider, providerAccountId }: Account,
  email: string,
): Promise<string | null> {
  const linked = await db().account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    include: { user: true },
  })
  const user = linked?.user ?? (await db().user.findUnique({ where: { email } }))
  if (user?.suspendedAt) {
    visit.suspendedId = user.id
    return 'account_suspended'
  }
  if (user) return null
  return (await maySignUp(email)) ? null : 'sign_up_closed'
}

/**
 * Whether somebody may go on: ask for a link, if not too many were asked for; come in by a link; or come in from an issuer,
 * if it has verified their address. Without that anybody could take over, or prepare, the account of an address by
 * writing it into a profile. Nobody comes in whose account is suspended, or who would make one that `SIGN_UP` does not allow;
 * who asks for a link is not told, so that nobody learns who has an account. Gives a page's error for a no.
 */
export async function maySignIn(visit: Visit, { account, profile, isAsking }: Coming): Promise<true | string> {
  if (account?.type === 'email') {
    if (!isAsking) return (await refusalOf(visit, account, account.providerAccountId)) ?? true
    if (env().MAIL_SERVER) await limitAsking(visit, account.providerAccountId)
    return true
  }
  const identity = identitySchema.safeParse(profile).data
  const email = identity?.email_verified === true ? parseEmail(identity.email) : null
  if (!account || email === null) return EMAIL_UNVERIFIED
  return (await refusalOf(visit, account, email)) ?? true
}

async function limitAsking(visit: Visit, email: string): Promise<void> {
  try {
    await limitMails(visit.address, email)
  } catch (error) {
    if (error instanceof Problem) visit.problem = error
    throw error
  }
}
