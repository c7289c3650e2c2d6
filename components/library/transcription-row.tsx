import { Globe } from 'lucide-react'
import Link from 'next/link'
import type { Transcription } from '@/lib/library/contract'
import { formatAge } from '../format-age'
import { lengthOf, Outcome } from './outcome'
import { Passages } from './passages'
import { RowPicture } from './row-picture'
import { words } from './words'

type Props = {
  transcription: Transcription
  /** Absent where rows can't be chosen. */
  selection?: { selected: boolean; onChange: (selected: boolean) => void }
}

/** A line of the list: what it is, how its text came about, how long it is, and how old. */
export function TranscriptionRow({ transcription, selection }: Props) {
  const { id, title, passages, slug, created_at: created } = transcription
  const name = title ?? words.untitled
  return (
    <li className="group relative flex gap-3 border-b border-hairline py-2.5 has-checked:-mx-3 has-checked:bg-sunken has-checked:px-3">
      {selection && (
        <input
          type="checkbox"
          aria-label={words.select(name)}
          checked={selection.selected}
          onChange={(event) => selection.onChange(event.target.checked)}
          className="relative z-10 mt-2 size-4 shrink-0 cursor-pointer accent-accent"
        />
      )}
      <RowPicture {...transcription} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 flex-col justify-center gap-x-6 gap-y-1 sm:flex-row sm:items-center">
          <h3 dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            <Link
              href={`/transcripts/${id}`}
              className="rounded-sm after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-offset-4"
            >
              {name}
            </Link>
          </h3>
          {slug && (
            <Globe role="img" aria-label={words.published} className="size-4 shrink-0 text-soft max-sm:hidden" />
          )}
          <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft sm:gap-x-4">
            <span className="min-w-0 sm:w-48">
              <Outcome transcription={transcription} />
            </span>
            <span className="tabular-nums sm:w-24 sm:text-end">{lengthOf(transcription)}</span>
            <time dateTime={created} suppressHydrationWarning className="sm:w-24 sm:text-end">
              {formatAge(new Date(created), new Date())}
            </time>
          </div>
        </div>
        {passages && passages.length > 0 && (
          <div className="relative z-10">
            <Passages libraryItemId={id} passages={passages} />
          </div>
        )}
      </div>
    </li>
  )
}
