import type { TimeForm } from '@/components/format/format-time'
import { useTimeWords } from '@/components/format/moment'
import { Chip } from '@/components/ui/chip'
import type { Watch } from '@/lib/watches/contract'
import { words } from './words'

export const titleOf = ({ title, url }: Watch) => title ?? url

/** Whether something of a watch changes soon: its list is read for the first time, or read again. */
export function isBeingRead({ status, next_check_at: next }: Watch): boolean {
  return status === 'new' || (next !== null && Date.parse(next) < Date.now())
}

type WriteTime = (iso: string, form: TimeForm) => string

/** The problem of a watch, in words; null: none. */
function troubleOf(
  { status, error, pause_reason: reason, failing_since: since }: Watch,
  write: WriteTime,
): string | null {
  if (status === 'paused' && reason === 'by_user') return words.pausedByUser
  const detail = error?.detail ?? ''
  if (status === 'paused') return reason === 'failing' ? `${words.pausedFailing} ${detail}` : detail
  if (status !== 'failing') return null
  return since ? `${detail} ${words.failingSince(write(since, 'day'))}` : detail
}

/** The number of items that a watch has transcribed so far. */
function broughtOf({ taken, waiting, last_taken_at: last }: Watch, write: WriteTime): string {
  const parts = [
    taken > 0 ? words.taken(taken) : words.nothing,
    ...(last ? [words.last(write(last, 'day'))] : []),
    ...(waiting > 0 ? [words.waiting(waiting)] : []),
  ]
  return parts.join(' · ')
}

export function WatchState({ watch: { status } }: { watch: Watch }) {
  return <Chip>{words.statuses[status]}</Chip>
}

/** The state of a watch: its transcripts so far, its next check, and its problem. */
export function WatchFacts({ watch }: { watch: Watch }) {
  const { every, next_check_at: next, status } = watch
  const write = useTimeWords()
  const trouble = troubleOf(watch, write)
  return (
    <>
      <p className="pt-1 text-sm text-soft tabular-nums">{broughtOf(watch, write)}</p>
      <p className="text-sm text-soft tabular-nums">
        {words.everyWords(every)}
        {next && status !== 'new' && (
          <>
            {' · '}
            <time dateTime={next} title={next}>
              {words.nextCheck(write(next, 'minute'))}
            </time>
          </>
        )}
      </p>
      {trouble && (
        <p className={`max-w-[68ch] pt-1 text-sm ${watch.pause_reason === 'by_user' ? 'text-soft' : 'text-failed'}`}>
          {trouble}
        </p>
      )}
    </>
  )
}
