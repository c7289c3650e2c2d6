import type { Account, Profile } from 'next-auth'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken } from '@/lib/core/secrets/tokens'
import { identitySchema } from '../methods/identity'
import type { Visit } from '../next-auth/visit'
import { parseVerifiedEmail } from '../parse-email'
import { countMail } from './mail-count-table'
import { maySignUp } from './may-sign-up'

type SignInAttempt = { account: Account | null; profile?: Profile; isAsking: boolean }

/** A page's error, for what an issuer says of an address that it has not verified. */
const EMAIL_UNVERIFIED = 'email_unverified'

/** Why the owner of a proved address is refused; null: they may sign in. */
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
 * Decides whether a sign-in may continue: a request for a link, within the limit on mails; a sign-in by a link; or one
 * by an issuer that has verified the address. Without the verification, a user could take over or prepare another's
 * account by writing its address into a profile. Suspended accounts, and new ones that `SIGN_UP` does not permit, are
 * refused; a request for a link hides that, so that it does not reveal who has an account. Returns true, or the error
 * for the page.
 */
export async function maySignIn(visit: Visit, { account, profile, isAsking }: SignInAttempt): Promise<true | string> {
  if (account?.type === 'email') {
    if (!isAsking) return (await refusalOf(visit, account, account.providerAccountId)) ?? true
    if (env().MAIL_SERVER) await limitAsking(visit, account.providerAccountId)
    return true
  }
  const identity = identitySchema.safeParse(profile).data
  const email = identity?.email_verified === true ? parseVerifiedEmail(identity.email) : null
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

/** Mails in any hour. */
const BY_SENDER = 20
const BY_RECIPIENT = 5

async function requireMail(tx: Prisma.TransactionClient, key: string, quota: number): Promise<void> {
  const retryAfterSeconds = await countMail(tx, key, quota)
  if (retryAfterSeconds === null) return
  throw new Problem('rate_limited', {
    detail: `Too many sign-in emails were requested. Use the newest one, or try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
    retryAfterSeconds,
  })
}

/**
 * Counts a mail by who requests it (a network address, null: unknown) and by its recipient: 20 and 5 in any hour. A
 * refused mail counts for neither. Throws `rate_limited`, and `service_unavailable` when the database fails.
 */
async function limitMails(address: string | null, email: string): Promise<void> {
  const recipient = Buffer.from(hashToken(email)).toString('base64url')
  try {
    await db().$transaction(async (tx) => {
      await requireMail(tx, `from ${address ?? 'unknown'}`, BY_SENDER)
      await requireMail(tx, `to ${recipient}`, BY_RECIPIENT)
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    log.error("no mails are sent, because the database can't count them", { error })
    throw new Problem('service_unavailable')
  }
}
