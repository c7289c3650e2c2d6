import { Button } from '@/components/ui/button'
import type { Conflict } from './editor-rows'
import { words } from './editor-words'

type Props = { conflicts: readonly Conflict[]; onMine: () => void; onTheirs: () => void }

/** Edits that could not be saved, beside the text that was saved elsewhere meanwhile. Nothing is lost until one is chosen. */
export function ConflictPanel({ conflicts, onMine, onTheirs }: Props) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md border border-outline bg-raised p-4">
      <p className="font-semibold">{words.conflictTitle}</p>
      <p className="text-sm text-soft">{words.conflictText}</p>
      {conflicts.map(({ mine, theirs }) => (
        <div key={`${mine}\n${theirs}`} className="grid gap-3 sm:grid-cols-2">
          <Version label={words.mine} text={mine} />
          <Version label={words.theirs} text={theirs} />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onMine}>
          {words.keepMine}
        </Button>
        <Button onClick={onTheirs}>{words.useTheirs}</Button>
      </div>
    </div>
  )
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <p dir="auto" className="rounded-sm border border-hairline bg-paper p-2 text-sm wrap-anywhere">
        {text === '' ? words.empty : text}
      </p>
    </div>
  )
}
