import type { Account, Profile } from 'next-auth'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { identitySchema } from './identity'
import { limitMails } from './limit-mails'
import { parseEmail } from './parse-email'
import type { Visit } from './visit'

type Coming = { account: Account | null; profile?: Profile; isAsking: boolean }

/** A page's error, for what an issuer says of an address that it has not verified. */
export const EMAIL_UNVERIFIED = 'email_unverified'

/**
 * Whether somebody may go on: ask for a link, if not too many were asked for; come in by a link; or come in from an issuer,
 * if it has verified their address. Without that anybody could take over, or prepare, the account of an address by
 * writing it into a profile. Gives a page's error for a no.
 */
export async function mayComeIn(visit: Visit, { account, profile, isAsking }: Coming): Promise<true | string> {
  if (account?.type === 'email') {
    if (isAsking && env().MAIL_SERVER) await limitAsking(visit, account.providerAccountId)
    return true
  }
  const identity = identitySchema.safeParse(profile).data
  const isVerified = identity?.email_verified === true && parseEmail(identity.email) !== null
  return isVerified || EMAIL_UNVERIFIED
}

async function limitAsking(visit: Visit, email: string): Promise<void> {
  try {
    await limitMails(visit.address, email)
  } catch (error) {
    if (error instanceof Problem) visit.problem = error
    throw error
  }
}
