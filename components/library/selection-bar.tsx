import { Globe, GlobeLock, Trash2, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { FormatMenu } from '@/components/format-menu'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import type { Transcription } from '@/lib/library/contract'
import type { Action } from './act-on-transcripts'
import { words } from './words'

type Props = {
  selected: readonly Transcription[]
  /** Something is being done to them. */
  busy: boolean
  onAct: (action: Action, libraryItems: readonly Transcription[]) => void
  onClear: () => void
}

function zipAddress(ids: readonly string[], format: string): string {
  return `/transcripts/zip?${new URLSearchParams([['format', format], ...ids.map((id) => ['id', id])])}`
}

const ICONS: Readonly<Record<Action, ComponentType<{ className: string; 'aria-hidden': 'true' }>>> = {
  publish: Globe,
  unpublish: GlobeLock,
  remove: Trash2,
}

/** A button that asks once more, in words of how many it is about. */
function ActionButton({
  action,
  libraryItems,
  busy,
  onAct,
}: Omit<Props, 'selected' | 'onClear'> & { action: Action; libraryItems: readonly Transcription[] }) {
  if (libraryItems.length === 0) return null
  const { name, title, text, keep } = words.actions[action]
  const Icon = ICONS[action]
  return (
    <ConfirmDialog
      trigger={
        <Button size="snug" disabled={busy}>
          <Icon className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">{name}</span>
        </Button>
      }
      title={title(libraryItems.length)}
      text={text}
      confirm={name}
      cancel={keep}
      onConfirm={() => onAct(action, libraryItems)}
    />
  )
}

/** What can be done with the chosen transcripts. It floats over the end of the list. */
export function SelectionBar({ selected, busy, onAct, onClear }: Props) {
  const ready = selected.filter(({ duration_seconds: covered }) => covered > 0).map(({ id }) => id)
  const shared = { busy, onAct }
  return (
    <section
      aria-label={words.selected(selected.length)}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-hairline bg-floating px-3 py-2 shadow-float print:hidden"
    >
      <IconButton label={words.clear} small onClick={onClear}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <span role="status" className="me-auto text-sm font-medium tabular-nums">
        {words.selected(selected.length)}
      </span>
      {ready.length > 0 && <FormatMenu label={words.download} addressOf={(format) => zipAddress(ready, format)} />}
      <ActionButton action="publish" libraryItems={selected.filter(({ slug }) => slug === null)} {...shared} />
      <ActionButton action="unpublish" libraryItems={selected.filter(({ slug }) => slug !== null)} {...shared} />
      <ActionButton action="remove" libraryItems={selected} {...shared} />
    </section>
  )
}
