import { formatPercent } from '@/components/format-percent'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Source } from './start-transcript'
import type { Sending } from './upload-file'
import { words } from './words'

type Props = { source: Source; progress: Sending; onCancel: () => void }

function wordsFor(source: Source, { share, waiting }: Sending): string {
  if (!('file' in source)) return words.opening
  if (waiting) return words.offline
  return share < 1 ? words.sending(source.file.name) : words.reading
}

/** What is going on between the click and the transcript's page. */
export function BusyLine({ source, progress, onCancel }: Props) {
  const { share } = progress
  const sending = 'file' in source && share < 1
  const doing = wordsFor(source, progress)
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-4 pb-2 text-sm text-soft" role="status">
          <span className="truncate">{doing}</span>
          {sending && <span className="tabular-nums">{formatPercent(share)}</span>}
        </p>
        <ProgressBar value={sending ? share : null} label={doing} />
      </div>
      <Button look="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  )
}
