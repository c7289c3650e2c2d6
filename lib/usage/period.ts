import type { Db } from '@/lib/platform/db'

/** A stretch of time with an allowance of its own. The start names it where seconds are counted. */
export type Period = { start: Date; end: Date }

/** The calendar month of a moment, UTC: the period of whoever has no subscription. */
export function calendarMonth(at: Date): Period {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}

/**
 * The period that a user is in: that of the subscription, else the calendar month, UTC. From the end of a subscription's
 * period until the provider has told of the next one, the next one is taken to have begun there, as it does.
 */
export async function currentPeriod(tx: Db, userId: string, now: Date): Promise<Period> {
  const cycle = await tx.usageCycle.findUnique({ where: { userId } })
  if (!cycle) return calendarMonth(now)
  const { startsAt, endsAt } = cycle
  if (now < endsAt) return { start: startsAt, end: endsAt }
  return { start: endsAt, end: new Date(endsAt.getTime() + (endsAt.getTime() - startsAt.getTime())) }
}

/** Stands for the language of a text that does not say it, where a charge is kept. */
export const UNKNOWN_LANG = 'und'

/** Milliseconds of media as the seconds that are counted: rounded up. */
export function billableSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
