import { CHOICE } from '@/components/ui/chip'
import { TEXT_VIEWS, type TextView } from '../aids/text-view'
import { words } from '../words'
import type { Follow } from './use-follow'

type Props = {
  view: TextView
  /** Absent where the script of a public page listens. */
  onView?: (view: TextView) => void
  /** Null where there is nothing to play. */
  follow: Follow | null
}

/** The options of the text: its layout, and whether it scrolls with the recording. */
export function ViewOptions({ view, onView, follow }: Props) {
  return (
    <div
      dir="ltr"
      className="flex max-w-(--column) flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-5 print:hidden"
    >
      <fieldset aria-label={words.view} className="flex gap-1">
        {TEXT_VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            data-choose-view={one}
            aria-pressed={one === view}
            onClick={() => onView?.(one)}
            className={CHOICE}
          >
            {words.views[one]}
          </button>
        ))}
      </fieldset>
      {follow && (
        <label className="inline-flex min-h-8 pointer-coarse:min-h-10 cursor-pointer items-center gap-2 text-sm text-soft hover:text-ink">
          <input
            type="checkbox"
            checked={follow.following}
            onChange={follow.toggle}
            className="size-4 cursor-pointer accent-accent"
          />
          {words.follow}
        </label>
      )}
    </div>
  )
}
