import Link from 'next/link'
import { Fragment } from 'react'
import { formatShortClock } from '@/lib/captions/clock'
import type { Passage } from '@/lib/library/contract'
import { words } from './words'

/** The parts of a passage, each with its offset. */
function placed(parts: Passage['parts']): (Passage['parts'][number] & { at: number })[] {
  let end = 0
  return parts.map((part) => {
    const at = end
    end += part.text.length
    return { ...part, at }
  })
}

/** The passages of a text that match the search. Each links to its time. */
export function Passages({ libraryItemId, passages }: { libraryItemId: string; passages: readonly Passage[] }) {
  return (
    <ul className="flex flex-col gap-1 pt-2 max-sm:-ms-17">
      {passages.map(({ start, parts }) => {
        const clock = formatShortClock(Math.round(start * 1000))
        return (
          <li key={start} className="flex gap-3">
            <Link
              href={`/transcripts/${libraryItemId}?t=${Math.floor(start)}`}
              aria-label={words.at(clock)}
              className="times shrink-0 rounded-sm pt-1 text-accent underline-offset-4 hover:underline"
            >
              {clock}
            </Link>
            <p dir="auto" className="min-w-0 font-serif text-base wrap-anywhere">
              {placed(parts).map(({ text, hit, at }) =>
                hit ? (
                  <mark key={at} className="rounded-sm bg-wash text-ink">
                    {text}
                  </mark>
                ) : (
                  <Fragment key={at}>{text}</Fragment>
                ),
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
