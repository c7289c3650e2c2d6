import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileAudio, Globe, Podcast } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { formatLength } from '@/components/format/format-duration'
import { formatPercent } from '@/components/format/format-percent'
import { languageName } from '@/components/format/language-name'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Picture } from '@/components/ui/picture'
import { ProgressBar } from '@/components/ui/progress-bar'
import { toast } from '@/components/ui/toast'
import { words as commonWords } from '@/components/words'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { measuredProgress } from '@/lib/jobs/progress'
import type { PublicationState, Transcription } from '@/lib/library/contract'
import { factsOf, type Platform } from '@/lib/platforms/platforms'
import { Age, Moment } from '../format/moment'
import { Passages } from './passages'
import { RowMenu } from './row-menu/row-menu'
import { words } from './words'

type Props = {
  transcription: Transcription
  /** Absent where rows can't be chosen. */
  selection?: { selected: boolean; onChange: (selected: boolean) => void }
  /** The actions of the menu that change the list. Absent where rows have no menu. */
  actions?: Pick<ComponentProps<typeof RowMenu>, 'onDelete' | 'onUnpublish'>
  /** Shows how it is published. */
  showsPublication?: boolean
}

/** The thumbnail of a recording, or the mark of its platform where there is none. */
function RowPicture({ id, platform, thumbnail_url: thumbnail }: Transcription) {
  const mark = <PlatformMark platform={platform} />
  if (!thumbnail) return mark
  return (
    <span className="shrink-0" title={words.platforms[platform]}>
      <span className="sr-only">{words.platforms[platform]}</span>
      <Picture address={`/transcripts/${id}/thumbnail`} className="h-8 w-14">
        {mark}
      </Picture>
    </span>
  )
}

const ICON = 'size-4'

function markOf(platform: Platform): ReactNode {
  if (platform === 'upload') return <FileAudio className={ICON} aria-hidden="true" />
  if (platform === 'podcast') return <Podcast className={ICON} aria-hidden="true" />
  return factsOf(platform)?.mark
}

/** A platform as two letters or an icon, with its name as a tooltip and for screen readers. */
function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span
      role="img"
      aria-label={words.platforms[platform]}
      title={words.platforms[platform]}
      className="inline-flex h-8 w-14 shrink-0 items-center justify-center rounded-sm bg-sunken font-mono text-xs font-semibold text-soft group-has-checked:bg-raised"
    >
      {markOf(platform)}
    </span>
  )
}

/** A row of the list: title, result, length and age. */
export function TranscriptionRow({ transcription, selection, actions, showsPublication = false }: Props) {
  const { id, title, passages, slug, publication, tags, created_at: created } = transcription
  const name = title ?? words.untitled
  return (
    <li className="group relative flex gap-3 border-b border-hairline py-2.5 has-checked:-mx-3 has-checked:bg-sunken has-checked:px-3">
      {selection && (
        <input
          type="checkbox"
          aria-label={words.select(name)}
          checked={selection.selected}
          onChange={(event) => selection.onChange(event.target.checked)}
          className="relative z-10 mt-2 size-4 shrink-0 cursor-pointer accent-accent max-sm:mt-1 max-sm:size-6"
        />
      )}
      <RowPicture {...transcription} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 flex-col justify-center gap-x-6 gap-y-1 sm:flex-row sm:items-center">
          <h3 dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            <Link
              href={`/transcripts/${id}`}
              className="rounded-sm after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-offset-4"
            >
              {name}
            </Link>
          </h3>
          {slug && (
            <Globe role="img" aria-label={words.published} className="size-4 shrink-0 text-soft max-sm:hidden" />
          )}
          <div className="flex min-w-0 shrink-0 flex-wrap items-center gap-x-2.5 text-xs text-soft sm:flex-nowrap sm:gap-x-4 sm:text-sm">
            <span className="min-w-0 sm:w-56 sm:truncate">
              <Outcome transcription={transcription} />
            </span>
            <span className="shrink-0 tabular-nums empty:hidden sm:w-24 sm:text-end sm:empty:inline">
              {lengthOf(transcription)}
            </span>
            <Age iso={created} className="shrink-0 whitespace-nowrap sm:w-24 sm:text-end" />
          </div>
        </div>
        {showsPublication && publication && <PublicationLine {...publication} />}
        {transcription.status === 'error' && (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-1">
            <FailureAdvice code={transcription.error_code} />
            <RetryButton transcription={transcription} />
          </div>
        )}
        {tags.length > 0 && (
          <ul aria-label={words.tags} className="relative z-10 flex flex-wrap gap-1.5 pt-1">
            {tags.map((name) => (
              <li key={name}>
                <Link
                  href={`/transcripts?${new URLSearchParams({ tag: name })}`}
                  aria-label={words.tagged(name)}
                  className="rounded-full"
                >
                  <Chip>{name}</Chip>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {passages && passages.length > 0 && (
          <div className="relative z-10">
            <Passages libraryItemId={id} passages={passages} />
          </div>
        )}
      </div>
      {actions && <RowMenu transcription={transcription} {...actions} />}
    </li>
  )
}

/** How a transcript is published, with the last day of its page. */
function PublicationLine({ unlisted, views, expires_at: expires }: PublicationState) {
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-soft tabular-nums">
      {unlisted && <span>{words.unlisted} ·</span>}
      <span>{words.views(views)}</span>
      {expires !== null && (
        <span>
          · {words.pageEnds} <Moment iso={new Date(Date.parse(expires) - 1).toISOString()} />
        </span>
      )}
    </p>
  )
}

/** Requests a failed recording again; the list then shows its progress. */
function RetryButton({ transcription }: { transcription: Transcription }) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: async () => (await import('./library-requests')).retryTranscription(transcription),
    onError: (error) => toast.error(problemOf(error).detail),
    onSettled: () => queries.invalidateQueries({ queryKey: ['transcriptions'] }),
  })
  return (
    <Button
      size="small"
      className="relative z-10"
      aria-label={words.retryOf(transcription.title ?? words.untitled)}
      disabled={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {words.retry}
    </Button>
  )
}

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code)

function Failure({ code }: { code: string | null }) {
  // The user cancelled it, so it does not look like a failure.
  const variant = code === 'cancelled' ? undefined : 'text-failed'
  return <span className={variant}>{code && isKnown(code) ? problemRow(code).title : words.failed}</span>
}

/** Why a transcription failed, and what to do about it. */
function FailureAdvice({ code }: { code: string | null }) {
  if (code === null || !isKnown(code)) return null
  return <p className="min-w-48 flex-1 text-sm text-soft">{problemRow(code).detail}</p>
}

function Progress({ progress, status }: Pick<Transcription, 'progress' | 'status'>) {
  const share = status === 'queued' ? null : measuredProgress(progress ?? 0)
  return (
    <span className="flex w-28 items-center gap-2 sm:w-36">
      <span className="flex-1">
        <ProgressBar value={share} label={words.progress} />
      </span>
      <span className="tabular-nums">
        {status === 'queued' ? words.waiting : share === null ? words.working : formatPercent(share)}
      </span>
    </span>
  )
}

/** The length of the text, and of the recording if only a part of it is covered; null if neither is known. */
function lengthOf({ duration_seconds: covered, total_seconds: total, complete }: Transcription): string | null {
  if (covered === 0 && total === 0) return null
  if (complete || covered === 0 || covered >= total) return formatLength(Math.max(covered, total))
  return commonWords.partOf(formatLength(covered), formatLength(total))
}

/** The result of a transcription: its language and source, its progress, or why it failed. */
function Outcome({ transcription }: { transcription: Transcription }) {
  const { status, progress, error_code: errorCode, source, lang } = transcription
  if (status === 'error') return <Failure code={errorCode} />
  if (status !== 'done') return <Progress progress={progress} status={status} />
  return (
    <span className="flex flex-wrap gap-x-3 sm:grid sm:grid-cols-[1fr_6.5rem]">
      <span className="max-sm:empty:hidden sm:truncate" suppressHydrationWarning>
        {lang && languageName(lang)}
      </span>
      {source && (
        <span title={words.sourceTitles[source]} className="whitespace-nowrap">
          {words.sources[source]}
        </span>
      )}
    </span>
  )
}
