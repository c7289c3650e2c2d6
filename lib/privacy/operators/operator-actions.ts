import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'

/** The actions of operators, as named in the audit log. */
export const OPERATOR_ACTIONS = [
  'account.create',
  'account.tier',
  'account.key',
  'account.suspend',
  'account.unsuspend',
  'account.delete',
  'invitation.create',
  'invitation.revoke',
  'page.takedown',
  'page.restore',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/** The operator of an action, and the reason for it. */
export type Operator = { name: string; reason: string | null }

/** Writes an operator's act into the audit log; in the transaction of the act itself where it has one. */
export async function recordOperatorAction(
  { name, reason }: Operator,
  { action, subject, details = {} }: { action: OperatorAction; subject: string; details?: Prisma.InputJsonObject },
  tx: Prisma.TransactionClient = db(),
): Promise<void> {
  await tx.operatorAct.create({ data: { id: newId(), operator: name, reason, action, subject, details } })
}

/** The audit log, the newest first. */
export async function listOperatorActions(limit: number) {
  const acts = await db().operatorAct.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }], take: limit })
  return acts.map(({ at, ...act }) => ({ at: at.toISOString(), ...act }))
}
