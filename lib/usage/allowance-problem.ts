import type { Db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { currentPeriod } from './period'
import { remainingSeconds, type Spender } from './remaining-seconds'

function inMinutes(seconds: number): string {
  return seconds < 60 ? 'less than a minute' : `${Math.floor(seconds / 60)} min`
}

/** The 402 for a recording that is longer than what is left, with the numbers that explain it. */
export async function allowanceProblem(tx: Db, user: Spender, requiredSeconds: number): Promise<Problem> {
  const now = new Date()
  const left = await remainingSeconds(tx, user, now)
  const { end } = await currentPeriod(tx, user.userId, now)
  const length = Math.max(1, Math.ceil(requiredSeconds / 60))
  return new Problem('allowance_exceeded', {
    detail: `This recording is ${length} min long and ${inMinutes(left.remainingSeconds)} is left this month. Wait for the reset, or upgrade.`,
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
