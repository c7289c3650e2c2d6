import type { LucideIcon } from 'lucide-react'
import { Check, CircleAlert, CircleDashed, LoaderCircle, X } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { AllowanceActions } from '@/components/allowance/allowance-actions'
import { formatPercent } from '@/components/format/format-percent'
import { needsWidth } from '@/components/site/places'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ProgressBar } from '@/components/ui/progress-bar'
import { cancelUpload, removeUploads, retryUpload } from './run-uploads'
import { isOpen, type Upload } from './upload-list'
import { words } from './words'

/** The uploads, a row for each file. */
export function UploadRows({ uploads }: { uploads: readonly Upload[] }) {
  const panel = useRef<HTMLElement>(null)
  const rows = useId()
  const here = usePathname() ?? '/'
  const [chosen, setChosen] = useState<boolean | null>(null)
  // On a transcript the list would push the text out of sight.
  const isShown = chosen ?? !needsWidth(here)
  const latest = uploads.at(-1)?.id
  // Files may have been dropped far down on the page.
  useEffect(() => {
    if (latest !== undefined) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [latest])
  const started = uploads.filter(({ state }) => state === 'started').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const isOver = !uploads.some(isOpen)
  return (
    <section
      ref={panel}
      aria-label={words.title}
      className="mb-8 scroll-mt-4 rounded-md border border-hairline bg-raised print:hidden"
    >
      <div className="flex min-h-12 items-center gap-x-3 px-4 py-1">
        <h2 className="font-medium">{words.title}</h2>
        <p role="status" className="me-auto min-w-0 text-sm text-soft tabular-nums">
          {words.summary(started, uploads.length)}
          {failed > 0 && ` · ${words.failed(failed)}`}
        </p>
        <Button
          variant="quiet"
          size="snug"
          className="-me-2"
          aria-expanded={isShown}
          aria-controls={rows}
          onClick={() => setChosen(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </Button>
        {isOver && (
          <Button variant="quiet" size="snug" className="-me-2" onClick={() => removeUploads()}>
            {failed > 0 ? words.clear : words.close}
          </Button>
        )}
      </div>
      <ul id={rows} hidden={!isShown} className="max-h-[min(24rem,50dvh)] overflow-y-auto">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

const MARKS: Readonly<Record<Upload['state'], { Icon: LucideIcon; look: string }>> = {
  waiting: { Icon: CircleDashed, look: 'text-soft' },
  sending: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  starting: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  started: { Icon: Check, look: 'text-saved' },
  failed: { Icon: CircleAlert, look: 'text-failed' },
  cancelled: { Icon: X, look: 'text-soft' },
}

function stateOf({ state, progress, isHeldBack, problem }: Upload): string {
  if (problem) return problem.detail
  if (isHeldBack) return words.busy
  if (state === 'sending') return progress.waiting ? words.offline : formatPercent(progress.share)
  return state === 'failed' ? '' : words.states[state]
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, state, progress, transcriptId, problem } = upload
  const { Icon, look } = MARKS[state]
  return (
    <li className="flex items-start gap-3 border-t border-hairline px-4 py-2.5">
      <Icon className={classes('mt-1 size-4 shrink-0', look)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-sm font-medium">
          {name}
        </p>
        <p
          role={problem ? 'alert' : undefined}
          className={classes('text-sm tabular-nums', problem ? 'text-failed' : 'text-soft')}
        >
          {stateOf(upload)}
        </p>
        {state === 'sending' && (
          <div className="max-w-xs pt-1.5">
            <ProgressBar value={progress.share} label={words.progressOf(name)} />
          </div>
        )}
        {problem?.code === 'allowance_exceeded' && (
          <div className="flex flex-wrap items-center gap-3 pt-2">
            <AllowanceActions context={problem.context} busy={false} onTakePart={() => retryUpload(id, true)} />
          </div>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {transcriptId && (
          <Button asChild size="small">
            <Link href={`/transcripts/${transcriptId}`} aria-label={words.openOf(name)}>
              {words.open}
            </Link>
          </Button>
        )}
        {isOpen(upload) && (
          <Button size="small" aria-label={words.cancelOf(name)} onClick={() => cancelUpload(id)}>
            {words.cancel}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <>
            <Button size="small" aria-label={words.retryOf(name)} onClick={() => retryUpload(id)}>
              {words.retry}
            </Button>
            <IconButton label={words.removeOf(name)} small onClick={() => removeUploads(id)}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
    </li>
  )
}
