import { Problem } from './problem'

/** The columns of `users` that tell whether an account is suspended, for statements that find an actor. */
export const SUSPENSION = 'u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason"'

export type Suspension = { suspendedAt: Date | null; suspensionReason: string | null }

/** The refusal of every credential of a suspended account, with the operator's reason. */
function accountSuspended({ suspendedAt, suspensionReason: reason }: Suspension): Problem {
  return new Problem('account_suspended', {
    ...(reason ? { detail: `This account is suspended: ${reason} Ask whoever runs this server.` } : {}),
    context: { reason, suspended_at: suspendedAt?.toISOString() ?? null },
  })
}

/** Throws `account_suspended` for a suspended account. */
export function requireActive(account: Suspension): void {
  if (account.suspendedAt) throw accountSuspended(account)
}
