import { Trash2, X } from 'lucide-react'
import { FormatMenu } from '@/components/format-menu'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import { words } from './words'

type Props = {
  ids: readonly string[]
  /** Those that have a text to take along. */
  ready: readonly string[]
  onRemove: () => void
  onClear: () => void
}

function zipAddress(ids: readonly string[], format: string): string {
  return `/transcripts/zip?${new URLSearchParams([['format', format], ...ids.map((id) => ['id', id])])}`
}

/** What can be done with the chosen transcripts. It floats over the end of the list. */
export function SelectionBar({ ids, ready, onRemove, onClear }: Props) {
  return (
    <section
      aria-label={words.selected(ids.length)}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-hairline bg-raised px-3 py-2 shadow-float print:hidden"
    >
      <IconButton label={words.clear} small onClick={onClear}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <span role="status" className="me-auto text-sm font-medium tabular-nums">
        {words.selected(ids.length)}
      </span>
      {ready.length > 0 && <FormatMenu label={words.download} addressOf={(format) => zipAddress(ready, format)} />}
      <ConfirmDialog
        trigger={
          <Button className="max-sm:px-3">
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{words.remove}</span>
          </Button>
        }
        title={words.removeTitle(ids.length)}
        text={words.removeText}
        confirm={words.removeDo}
        cancel={words.removeKeep}
        onConfirm={onRemove}
      />
    </section>
  )
}
