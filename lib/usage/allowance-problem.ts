import type { Db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { currentPeriod } from './period'
import { remainingSeconds, type Spender } from './remaining-seconds'

/** What is left and what to do about it. */
function sentencesFor(seconds: number): string {
  if (seconds <= 0) return 'nothing is left this month. Wait for the reset, or upgrade.'
  if (seconds < 60) return 'less than a minute is left this month. Take the beginning, or upgrade.'
  const minutes = Math.floor(seconds / 60)
  return `${minutes} min ${minutes === 1 ? 'is' : 'are'} left this month. Take the first ${minutes} min, or upgrade.`
}

/** The 402 for a recording that is longer than what is left, with the numbers that explain it. */
export async function allowanceProblem(tx: Db, user: Spender, requiredSeconds: number): Promise<Problem> {
  const now = new Date()
  const left = await remainingSeconds(tx, user, now)
  const { end } = await currentPeriod(tx, user.userId, now)
  const length = Math.max(1, Math.ceil(requiredSeconds / 60))
  return new Problem('allowance_exceeded', {
    detail: `This recording is ${length} min long and ${sentencesFor(left.remainingSeconds)}`,
    context: {
      limit_seconds: left.limitSeconds,
      used_seconds: left.usedSeconds,
      required_seconds: requiredSeconds,
      remaining_seconds: left.remainingSeconds,
      resets_at: end.toISOString(),
      upgrade_url: `${env().baseUrl}/billing`,
    },
  })
}
