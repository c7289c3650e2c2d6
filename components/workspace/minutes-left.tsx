import Link from 'next/link'
import { formatMinutes } from '@/components/format/format-duration'
import { Moment } from '@/components/format/moment'
import { Sentence } from '@/components/sentence'
import { classes } from '@/components/ui/classes'
import type { UsageLine } from '@/lib/billing/view/contract'
import { words } from './words'

/** The share of an allowance from whose use on the line is a warning. */
const WARN_SHARE = 0.8

/** The minutes that are left and when they reset, as a warning when few are; nothing where minutes are not limited. */
export function MinutesLeft({ usage: { limitSeconds, remainingSeconds, resetsAt } }: { usage: UsageLine }) {
  if (remainingSeconds === null) return null
  const warns = remainingSeconds <= limitSeconds * (1 - WARN_SHARE)
  const resets = <Moment iso={resetsAt} form="longDay" />
  const left = formatMinutes(remainingSeconds, 'down')
  return (
    <Link
      href="/settings/usage"
      prefetch={false}
      className={classes(
        'inline-flex min-h-10 items-center rounded-md px-3 py-1.5 text-sm tabular-nums',
        warns
          ? 'border border-outline bg-wash text-ink hover:border-ink'
          : '-mx-3 text-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <span>
        <Sentence
          parts={
            remainingSeconds === 0
              ? words.noneLeft(resets)
              : warns
                ? words.almostUsed(left, resets)
                : words.left(left, resets)
          }
        />
      </span>
    </Link>
  )
}
