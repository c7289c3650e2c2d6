import { Problem } from './problem/problem'

/** The columns of `users`, as `u`, for statements that find the user of a credential: id, tiers and suspension. */
export const USER_COLUMNS = `
  u.id, u.granted_tier as "grantedTier", u.paid_tier as "paidTier",
  u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason"`

export type Suspension = { suspendedAt: Date | null; suspensionReason: string | null }

/** The refusal of every credential of a suspended account, with the operator's reason. */
function accountSuspended({ suspendedAt, suspensionReason: reason }: Suspension): Problem {
  return new Problem('account_suspended', {
    ...(reason ? { detail: `This account is suspended: ${reason} Contact the operator of this server.` } : {}),
    context: { reason, suspended_at: suspendedAt?.toISOString() ?? null },
  })
}

/** Throws `account_suspended` for a suspended account. */
export function requireActive(account: Suspension): void {
  if (account.suspendedAt) throw accountSuspended(account)
}
