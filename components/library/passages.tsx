import Link from 'next/link'
import { formatShortClock } from '@/lib/captions/format-clock'
import type { Passage } from '@/lib/history/contract'
import { words } from './words'

/** The places where a text has what was searched for: each opens at its time. */
export function Passages({ entryId, passages }: { entryId: string; passages: readonly Passage[] }) {
  return (
    <ul className="flex flex-col gap-1 pt-2">
      {passages.map(({ start, parts }) => {
        const clock = formatShortClock(Math.round(start * 1000))
        return (
          <li key={start} className="flex gap-3">
            <Link
              href={`/transcripts/${entryId}?t=${Math.floor(start)}`}
              aria-label={words.at(clock)}
              className="times shrink-0 rounded-sm pt-1 text-accent underline-offset-4 hover:underline"
            >
              {clock}
            </Link>
            <p dir="auto" className="min-w-0 font-serif text-base wrap-anywhere">
              {parts.map(({ text, hit }, index) =>
                // The parts of a passage never move.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                hit ? <mark key={index} className="rounded-sm bg-wash text-ink">{text}</mark> : <span key={index}>{text}</span>,
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
