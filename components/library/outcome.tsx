import { ProgressBar } from '@/components/ui/progress-bar'
import type { Transcription } from '@/lib/library/contract'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/platform/problem-table'
import { formatDuration } from '../format-duration'
import { formatPercent } from '../format-percent'
import { languageName } from '../language-name'
import { words as commonWords } from '../words'
import { words } from './words'

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code)

function Failure({ code }: { code: string | null }) {
  // What was wanted is no failure.
  const look = code === 'cancelled' ? undefined : 'text-failed'
  return <span className={look}>{code && isKnown(code) ? problemRow(code).title : words.failed}</span>
}

function Progress({ progress, status }: Pick<Transcription, 'progress' | 'status'>) {
  const share = progress ?? 0
  return (
    <span className="flex w-24 items-center gap-2 sm:w-32">
      <span className="flex-1">
        <ProgressBar value={status === 'queued' ? null : share} label={words.progress} />
      </span>
      <span className="tabular-nums">{status === 'queued' ? words.waiting : formatPercent(share)}</span>
    </span>
  )
}

/** How much text there is, of how much recording. */
export function lengthOf({ duration_seconds: covered, total_seconds: total, complete }: Transcription): string {
  if (complete || covered === 0) return formatDuration(Math.max(covered, total))
  return commonWords.partOf(formatDuration(covered), formatDuration(total))
}

/** What became of it: language and how the text came about, how far it is, or why there is none. */
export function Outcome({ transcription }: { transcription: Transcription }) {
  const { status, progress, error_code: errorCode, source, lang } = transcription
  if (status === 'error') return <Failure code={errorCode} />
  if (status !== 'done') return <Progress progress={progress} status={status} />
  return (
    <span className="flex gap-x-3 sm:grid sm:grid-cols-[1fr_5rem]">
      <span className="truncate max-sm:empty:hidden">{lang && languageName(lang)}</span>
      {source && <span title={words.sourceTitles[source]}>{words.sources[source]}</span>}
    </span>
  )
}
