import { CircleAlert, Globe, X } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import type { Action, ActionOutcome } from './library-requests'
import { words } from './words'

type Props = { action: Action; outcomes: readonly ActionOutcome[]; onClose: () => void }

function OutcomeLine({ title, slug, refusal }: ActionOutcome) {
  const Icon = refusal === null ? Globe : CircleAlert
  return (
    <li className="flex gap-3 py-2">
      <Icon className="mt-0.5 size-4 shrink-0 text-soft" aria-hidden="true" />
      <div className="min-w-0 text-sm">
        <p dir="auto" className="truncate font-medium">
          {title ?? words.untitled}
        </p>
        {refusal !== null && <p className="text-failed">{refusal}</p>}
        {slug !== null && (
          <a href={`/t/${slug}`} className="rounded-sm text-accent wrap-anywhere underline-offset-4 hover:underline">
            {`/t/${slug}`}
          </a>
        )}
      </div>
    </li>
  )
}

/** The outcomes of an action on several library items: their public pages, and why some were refused. */
export function OutcomeNote({ action, outcomes, onClose }: Props) {
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  // Only publishing has a result to show for each item.
  const listed = action === 'publish' ? outcomes : refused
  const done = outcomes.length - refused.length
  return (
    <section
      aria-label={words.outcome}
      className="my-4 rounded-md border border-hairline bg-raised py-2 ps-4 pe-2 print:hidden"
    >
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-sm">
          {words.outcomes(words.done[action](done), refused.length)}
        </p>
        <IconButton label={words.closeOutcome} small onClick={onClose}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
      <ul tabIndex={0} className="max-h-56 divide-y divide-hairline overflow-y-auto rounded-sm pe-2">
        {listed.map((outcome) => (
          <OutcomeLine key={outcome.id} {...outcome} />
        ))}
      </ul>
    </section>
  )
}
