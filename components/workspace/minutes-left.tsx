import Link from 'next/link'
import { formatLongDay } from '@/components/format/format-day'
import { formatMinutes } from '@/components/format/format-duration'
import { Sentence } from '@/components/sentence'
import type { UsageLine } from '@/lib/billing/view/contract'
import { words } from './words'

/** The minutes that are left and when they reset, in a line that leads to the page of usage. */
export function MinutesLeft({ usage: { usedSeconds, remainingSeconds, resetsAt } }: { usage: UsageLine }) {
  return (
    <Link
      href="/billing"
      prefetch={false}
      className="-mx-3 inline-flex min-h-10 items-center rounded-md px-3 text-sm text-soft tabular-nums hover:bg-sunken hover:text-ink"
    >
      {remainingSeconds === null ? (
        words.unlimited(formatMinutes(usedSeconds, 'up'))
      ) : (
        <span>
          <Sentence
            parts={words.left(
              formatMinutes(remainingSeconds, 'down'),
              <time dateTime={resetsAt}>{formatLongDay(resetsAt)}</time>,
            )}
          />
        </span>
      )}
    </Link>
  )
}
