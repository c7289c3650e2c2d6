import { formatLongDay } from '@/components/format/format-day'
import { formatMinutes } from '@/components/format/format-duration'
import { Sentence } from '@/components/sentence'
import { ProgressBar } from '@/components/ui/progress-bar'
import { words } from './words'

type Props = {
  usedSeconds: number
  /** Seconds reserved by running jobs. */
  reservedSeconds: number
  limitSeconds: number
  resetsAt: string
  isUnlimited: boolean
}

/** Used and remaining minutes, as a bar and in words, and when they reset. */
export function UsageMeter({ usedSeconds, reservedSeconds, limitSeconds, resetsAt, isUnlimited }: Props) {
  const used = formatMinutes(usedSeconds, 'up')
  if (isUnlimited) {
    return <p className="text-lg">{words.usedWithoutLimit(used)}</p>
  }
  const left = formatMinutes(Math.max(0, limitSeconds - usedSeconds - reservedSeconds), 'down')
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-3">
      <h2 id="usage" className="sr-only">
        {words.minutes}
      </h2>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{words.left(left)}</span>
        <span className="text-sm text-soft tabular-nums">
          {words.usedOf(used, formatMinutes(limitSeconds, 'down'))}
        </span>
      </p>
      <ProgressBar value={limitSeconds === 0 ? 1 : Math.min(1, usedSeconds / limitSeconds)} label={words.minutesUsed} />
      {reservedSeconds > 0 && <p className="text-sm">{words.held(formatMinutes(reservedSeconds, 'up'))}</p>}
      <p className="text-sm text-soft">
        <Sentence parts={words.wholeAgain(<time dateTime={resetsAt}>{formatLongDay(resetsAt)}</time>)} />
      </p>
    </section>
  )
}
