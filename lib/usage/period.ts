import type { Db } from '@/lib/core/db/db'

/** A period with a separate allowance, identified by its start. */
export type Period = { start: Date; end: Date }

/** The calendar month of a moment, UTC: the period of users without a subscription. */
export function calendarMonth(at: Date): Period {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}

/**
 * A user's present period: that of the subscription, else the calendar month, UTC. When a subscription's period has
 * ended and the provider has not reported the next one yet, the next one is assumed to start there.
 */
export async function currentPeriod(tx: Db, userId: string, now: Date): Promise<Period> {
  const cycle = await tx.usageCycle.findUnique({ where: { userId } })
  if (!cycle) return calendarMonth(now)
  const { startsAt, endsAt } = cycle
  if (now < endsAt) return { start: startsAt, end: endsAt }
  return { start: endsAt, end: new Date(endsAt.getTime() + (endsAt.getTime() - startsAt.getTime())) }
}
