import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Source } from './start-transcript'

type Props = { source: Source; progress: number; onCancel: () => void }

/** What is going on between the click and the transcript's page. */
export function BusyLine({ source, progress, onCancel }: Props) {
  const sending = 'file' in source && progress < 1
  const words = sending ? `Sending ${source.file.name}` : 'file' in source ? 'Reading the file' : 'Opening the link'
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-4 pb-2 text-sm text-soft" role="status">
          <span className="truncate">{words}</span>
          {sending && <span className="tabular-nums">{Math.floor(progress * 100)}%</span>}
        </p>
        <ProgressBar value={sending ? progress : null} label={words} />
      </div>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
