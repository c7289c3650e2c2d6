import { formatDuration } from '@/components/format/format-duration'
import { formatPercent } from '@/components/format/format-percent'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ModelAction, SpeechModelView } from '@/lib/speech/contract'
import { isDownloading } from '@/lib/speech/states'
import { words } from './words'

type Props = { model: SpeechModelView; busy: boolean; act: (action: ModelAction) => void }

function timeLeft(seconds: number): string {
  return seconds <= 60 ? words.lessThanAMinute : words.about(formatDuration(Math.max(120, seconds)))
}

function stateLine({ title, size_bytes: total, received_bytes: received, download }: SpeechModelView): string {
  if (download?.status === 'paused') return words.paused
  if (download?.status === 'error') return words.failed
  if (download?.status === 'queued') return words.queued
  if (received === total) return words.checking
  const left = download?.remaining_seconds ?? null
  return left === null ? words.downloading(title) : `${words.downloading(title)}, ${timeLeft(left)}`
}

/** A download that is not over: how far it is, and what can be done with it. */
export function DownloadProgress({ model, busy, act }: Props) {
  const { title, size_bytes: total, received_bytes: received, download } = model
  const moves = isDownloading(model)
  const waits = moves && download?.retry_at !== null && download?.error
  const share = received / total
  const button = (label: string, action: ModelAction, variant: 'secondary' | 'quiet' = 'secondary') => (
    <Button
      variant={variant}
      size="snug"
      aria-label={words.of(label, title)}
      disabled={busy}
      onClick={() => act(action)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{stateLine(model)}</span>
        <span className="text-soft tabular-nums">{formatPercent(share)}</span>
      </p>
      <ProgressBar value={share} label={words.downloading(title)} />
      {download?.error && (
        <p role={waits ? 'status' : 'alert'} className={waits ? 'text-sm text-soft' : 'text-sm text-failed'}>
          {waits ? words.waiting(download.error.detail) : download.error.detail}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-soft tabular-nums">{words.received(received, total)}</p>
        <div className="flex flex-wrap gap-2">
          {waits && button(words.retryNow, 'resume')}
          {moves && button(words.pause, 'pause')}
          {!moves && button(download?.status === 'error' ? words.retry : words.resume, 'resume')}
          {button(words.cancel, 'cancel', 'quiet')}
        </div>
      </div>
      {moves && !waits && <p className="text-sm text-soft">{words.goesOn}</p>}
    </div>
  )
}
