import type { Db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { currentPeriod } from './period'
import { type Allowance, remainingSeconds, type Spender } from './remaining-seconds'

/** The seconds reserved by running jobs, in words; empty where there are none. */
function heldByJobs(reservedSeconds: number): string {
  if (reservedSeconds === 0) return ''
  const minutes = Math.ceil(reservedSeconds / 60)
  return `; running jobs hold ${minutes} min more`
}

/** The remaining seconds, those reserved by running jobs, and what to do about it. */
function sentencesFor({ remainingSeconds: seconds, reservedSeconds }: Allowance): string {
  const held = heldByJobs(reservedSeconds)
  if (seconds <= 0) {
    return `nothing is left this month${held}. Wait ${held ? 'until they have ended' : 'for the reset'}, or upgrade.`
  }
  if (seconds < 60) return `less than a minute is left this month${held}. Take the beginning, or upgrade.`
  const minutes = Math.floor(seconds / 60)
  const left = `${minutes} min ${minutes === 1 ? 'is' : 'are'} left this month${held}`
  return `${left}. Take the first ${minutes} min, or upgrade.`
}

/** The 402 for a recording that is longer than what is left, with the numbers that explain it. */
export async function allowanceProblem(tx: Db, user: Spender, requiredSeconds: number): Promise<Problem> {
  const now = new Date()
  const left = await remainingSeconds(tx, user, now)
  const { end } = await currentPeriod(tx, user.userId, now)
  const length = Math.max(1, Math.ceil(requiredSeconds / 60))
  return new Problem('allowance_exceeded', {
    detail: `This recording is ${length} min long and ${sentencesFor(left)}`,
    context: {
      limit_seconds: left.limitSeconds,
      used_seconds: left.usedSeconds,
      reserved_seconds: left.reservedSeconds,
      required_seconds: requiredSeconds,
      remaining_seconds: left.remainingSeconds,
      resets_at: end.toISOString(),
      upgrade_url: `${env().baseUrl}/billing`,
    },
  })
}
