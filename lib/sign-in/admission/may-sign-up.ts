import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'

/** Whether `SIGN_UP` permits a new account for this address: always, with an invitation only, or never. */
async function isOpenTo(email: string): Promise<boolean> {
  const { SIGN_UP: rule } = env()
  if (rule !== 'invite') return rule === 'open'
  const invitation = { email, usedAt: null, expiresAt: { gt: new Date() } }
  return (await db().invitation.count({ where: invitation })) > 0
}

/** Whether a user with this address may sign in: they have an account, or may make one. */
export async function maySignUp(email: string): Promise<boolean> {
  return (await isOpenTo(email)) || (await db().user.count({ where: { email } })) > 0
}

export async function useInvitation(email: string): Promise<void> {
  await db().invitation.updateMany({ where: { email, usedAt: null }, data: { usedAt: new Date() } })
}
