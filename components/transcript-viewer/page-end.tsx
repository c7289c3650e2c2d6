import { formatShortClock } from '@/lib/captions/format-clock'
import { words } from './words'

/** At the end of a page whose text goes on: where the rest is. */
export function PageEnd({ endSeconds }: { endSeconds: number }) {
  return (
    <p className="ps-[3.25rem] text-sm text-soft tabular-nums sm:ps-16">
      {words.pageEnd(formatShortClock(endSeconds * 1000))}
    </p>
  )
}
