import { regenerateApiKey } from '@/lib/accounts/api-keys/default-key'
import { createUser, type NewUser } from '@/lib/accounts/create-user'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { User } from '@/lib/core/generated/prisma/client'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { cancelItems } from '@/lib/imports/cancel-import'
import { OPEN_STATUSES } from '@/lib/imports/states'
import { deleteAccount as deleteOwnAccount, leaveAllJobs } from '@/lib/privacy/delete-account'
import { effectiveTier, findTier } from '@/lib/usage/tiers'
import { type Operator, recordOperatorAction } from './operator-actions'

function toLine(user: User) {
  const { id, email, grantedTier, paidTier, isLocal, createdAt, suspendedAt, suspensionReason } = user
  return {
    user_id: id,
    email,
    tier: effectiveTier(user),
    granted_tier: grantedTier,
    paid_tier: paidTier,
    local: isLocal === true,
    created_at: createdAt.toISOString(),
    suspended_at: suspendedAt?.toISOString() ?? null,
    suspension_reason: suspensionReason,
  }
}
export type AccountLine = ReturnType<typeof toLine>

async function findAccount(email: string): Promise<User> {
  const user = await db().user.findUnique({ where: { email: email.trim().toLowerCase() } })
  if (!user)
    throw new Error(withOurCommands(`No account has the email ${email}. List all with: npm run -s user -- list`))
  return user
}

const actorOf = (user: User): Actor => ({ kind: 'api_key', userId: user.id, tier: effectiveTier(user) })

/** Accounts, the newest first. */
export async function listAccounts({
  limit,
  suspended,
}: {
  limit: number
  suspended: boolean
}): Promise<AccountLine[]> {
  const users = await db().user.findMany({
    where: suspended ? { suspendedAt: { not: null } } : {},
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return users.map(toLine)
}

/** An account, and how much there is of it. */
export async function showAccount(email: string) {
  const user = await findAccount(email)
  const where = { userId: user.id }
  const [key, transcripts, pages, jobs, sessions, connections] = await Promise.all([
    db().apiKey.findUnique({ where: { defaultOf: user.id } }),
    db().libraryItem.count({ where }),
    db().publication.count({ where }),
    db().jobCaller.count({ where: { ...where, leftAt: null, job: { finishedAt: null } } }),
    db().session.count({ where: { ...where, expiresAt: { gt: new Date() } } }),
    db().oauthGrant.count({ where }),
  ])
  return {
    ...toLine(user),
    key_prefix: key?.prefix ?? null,
    key_last_used_at: key?.lastUsedAt?.toISOString() ?? null,
    transcripts,
    public_pages: pages,
    running_jobs: jobs,
    sessions,
    connections,
  }
}

/** Makes an account with its key. */
export async function createAccount(operator: Operator, email: string, tier: string): Promise<NewUser> {
  findTier(tier)
  const user = await createUser({ email, tier })
  await recordOperatorAction(operator, { action: 'account.create', subject: user.email, details: { tier } })
  return user
}

/** Grants an account a tier without a subscription. */
export async function changeTier(operator: Operator, email: string, tier: string): Promise<AccountLine> {
  findTier(tier)
  const user = await findAccount(email)
  return db().$transaction(async (tx) => {
    const details = { from: user.grantedTier, to: tier }
    await recordOperatorAction(operator, { action: 'account.tier', subject: user.email, details }, tx)
    return toLine(await tx.user.update({ where: { id: user.id }, data: { grantedTier: tier } }))
  })
}

/** Replaces the key of an account, and gives the new one this once. */
export async function replaceKey(operator: Operator, email: string): Promise<{ email: string; api_key: string }> {
  const user = await findAccount(email)
  const { key } = await regenerateApiKey(actorOf(user), { deleteNamed: false })
  await recordOperatorAction(operator, { action: 'account.key', subject: user.email })
  return { email: user.email, api_key: key ?? '' }
}

/** Ends the running work of an account without charge. Jobs with other callers continue for them. */
async function endWork(user: User): Promise<void> {
  const running = await db().importBatch.findMany({
    where: { userId: user.id, status: { in: OPEN_STATUSES } },
    select: { id: true },
  })
  for (const { id } of running) await cancelItems(user.id, id)
  await leaveAllJobs(user.id)
}

/**
 * Suspends an account: from now on every credential of it is refused, its public pages are hidden, and what runs for it
 * is cancelled, at no cost. Nothing of it is deleted. Throws for the account of this machine.
 */
export async function suspendAccount(operator: Operator, email: string): Promise<AccountLine> {
  const user = await findAccount(email)
  if (user.isLocal) throw new Error("This machine's own account can't be suspended.")
  const suspended = await db().$transaction(async (tx) => {
    await recordOperatorAction(operator, { action: 'account.suspend', subject: user.email }, tx)
    const data = { suspendedAt: user.suspendedAt ?? new Date(), suspensionReason: operator.reason }
    return tx.user.update({ where: { id: user.id }, data })
  })
  await endWork(suspended)
  return toLine(suspended)
}

/** Takes a suspension back: credentials and public pages work again as they were. */
export async function unsuspendAccount(operator: Operator, email: string): Promise<AccountLine> {
  const user = await findAccount(email)
  return db().$transaction(async (tx) => {
    await recordOperatorAction(operator, { action: 'account.unsuspend', subject: user.email }, tx)
    return toLine(await tx.user.update({ where: { id: user.id }, data: { suspendedAt: null, suspensionReason: null } }))
  })
}

/** Deletes an account with all that is its own, as its owner would. */
export async function deleteAccount(operator: Operator, email: string): Promise<{ email: string; deleted: true }> {
  const user = await findAccount(email)
  await deleteOwnAccount(actorOf(user), user.email)
  await recordOperatorAction(operator, { action: 'account.delete', subject: user.email })
  return { email: user.email, deleted: true }
}
