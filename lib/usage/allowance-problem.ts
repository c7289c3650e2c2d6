import type { Db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { Spender } from './allowance-of'
import { type Allowance, remainingSeconds } from './remaining-seconds'

const minutesOf = (seconds: number) => `${Math.floor(seconds / 60)} min`

/** The seconds reserved by running jobs, in words; empty where there are none. */
function heldByJobs(reservedSeconds: number): string {
  return reservedSeconds === 0 ? '' : ` Running jobs hold ${Math.ceil(reservedSeconds / 60)} min more.`
}

/** The remaining minutes, those reserved by running jobs, what the recording needs and what to do about it. */
function sentencesFor({ remainingSeconds: left, reservedSeconds }: Allowance, day: string, needed: string): string {
  const held = heldByJobs(reservedSeconds)
  if (left <= 0) return `You have no minutes left until ${day}. This recording needs ${needed}.${held}`
  const has = left < 60 ? 'less than a minute' : minutesOf(left)
  const part = left < 60 ? 'beginning' : `first ${minutesOf(left)}`
  return `You have ${has} left until ${day}. This recording needs ${needed}.${held} Take the ${part}, or upgrade.`
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The 402 for a recording that is longer than what is left, with the numbers that explain it. */
export async function allowanceProblem(tx: Db, user: Spender, requiredSeconds: number): Promise<Problem> {
  const left = await remainingSeconds(tx, user)
  const { end } = left.period
  const needed = `${Math.max(1, Math.ceil(requiredSeconds / 60))} min`
  return new Problem('allowance_exceeded', {
    detail: sentencesFor(left, DAY.format(end), needed),
    context: {
      limit_seconds: left.limitSeconds,
      used_seconds: left.usedSeconds,
      reserved_seconds: left.reservedSeconds,
      required_seconds: requiredSeconds,
      remaining_seconds: left.remainingSeconds,
      resets_at: end.toISOString(),
      upgrade_url: `${env().baseUrl}/settings/usage`,
    },
  })
}
