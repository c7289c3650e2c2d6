import { formatShortClock } from '@/lib/captions/format-clock'
import { words } from './words'

/** At the end of a text that still grows: how far it goes, told to whoever listens as well, and that more follows. */
export function PartialNote({ coveredMs }: { coveredMs: number }) {
  return (
    <p role="status" className="ps-[3.25rem] text-sm text-soft tabular-nums sm:ps-16 empty:hidden">
      {coveredMs > 0 && words.partialNote(formatShortClock(coveredMs))}
    </p>
  )
}
