import { formatDay, formatMinutes } from '@/components/plan-picker/words'
import { ProgressBar } from '@/components/ui/progress-bar'

type Props = { usedSeconds: number; limitSeconds: number; resetsAt: string; isUnlimited: boolean }

/** What has been used and what is left, as a bar and in words, and when it is whole again. */
export function UsageMeter({ usedSeconds, limitSeconds, resetsAt, isUnlimited }: Props) {
  const used = formatMinutes(usedSeconds, 'up')
  if (isUnlimited) {
    return <p className="text-lg">{used} used this month. There is no limit on this server.</p>
  }
  const left = formatMinutes(Math.max(0, limitSeconds - usedSeconds), 'down')
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-3">
      <h2 id="usage" className="sr-only">
        Minutes
      </h2>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{left} left</span>
        <span className="text-sm text-soft tabular-nums">
          {used} of {formatMinutes(limitSeconds, 'down')} used
        </span>
      </p>
      <ProgressBar value={limitSeconds === 0 ? 1 : Math.min(1, usedSeconds / limitSeconds)} label="Minutes used" />
      <p className="text-sm text-soft">
        Whole again on <time dateTime={resetsAt}>{formatDay(resetsAt)}</time>. A recording that was paid for once is
        never counted again.
      </p>
    </section>
  )
}
