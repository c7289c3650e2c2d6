import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Invitation } from '@/lib/core/generated/prisma/client'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { parseEmail } from '@/lib/sign-in/parse-email'
import { type Operator, recordOperatorAction } from './operator-actions'

const DAY_MS = 24 * 3_600_000

function toLine({ email, createdAt, expiresAt, usedAt }: Invitation) {
  const open = expiresAt.getTime() > Date.now() ? 'open' : 'expired'
  return {
    email,
    state: usedAt ? 'used' : open,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
  }
}

/** Invites an email address: its verified owner may create an account. A repeated invitation sets a new expiry time. */
export async function invite(operator: Operator, address: string, days: number) {
  const email = parseEmail(address)
  if (!email) throw new Error(`${address} is not an email address.`)
  if (await db().user.findUnique({ where: { email } })) throw new Error(`${email} has an account already.`)
  const expiresAt = new Date(Date.now() + days * DAY_MS)
  return db().$transaction(async (tx) => {
    await recordOperatorAction(operator, { action: 'invitation.create', subject: email, details: { days } }, tx)
    const data = { expiresAt, usedAt: null }
    const invitation = await tx.invitation.upsert({ where: { email }, create: { email, ...data }, update: data })
    return { ...toLine(invitation), url: `${env().baseUrl}/sign-in` }
  })
}

/** Invitations, the newest first. */
export async function listInvitations(limit: number) {
  const found = await db().invitation.findMany({ orderBy: [{ createdAt: 'desc' }, { email: 'asc' }], take: limit })
  return found.map(toLine)
}

/** Takes an invitation back. The account that was made by it stays. */
export async function revokeInvitation(operator: Operator, address: string): Promise<{ email: string; revoked: true }> {
  const email = address.trim().toLowerCase()
  await db().$transaction(async (tx) => {
    const { count } = await tx.invitation.deleteMany({ where: { email } })
    if (count === 0)
      throw new Error(withOurCommands(`${email} is not invited. npm run -s user -- invitations shows all.`))
    await recordOperatorAction(operator, { action: 'invitation.revoke', subject: email }, tx)
  })
  return { email, revoked: true }
}
