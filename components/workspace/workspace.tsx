'use client'

import { AudioLines } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { TranscriptionRow } from '@/components/library/transcription-row'
import { useTranscriptions } from '@/components/library/use-transcriptions'
import { EmptyNote } from '@/components/site/empty-note'
import type { LibraryQuery, Transcription, TranscriptionList } from '@/lib/library/contract'
import { words } from './words'

/** A part of the list of transcripts: how it was asked for, and what the page was rendered with. */
export type ListPart = { query: LibraryQuery; initial: TranscriptionList }

const MAX_RECENT = 6

const isRunning = ({ status }: Transcription) => status === 'queued' || status === 'in_progress'

/** The running jobs of an account and its newest transcripts. Both are kept up to date. */
export function Workspace({ running, recent }: { running: ListPart; recent: ListPart }) {
  const jobs = useTranscriptions(running.query, running.initial).transcriptions.filter(isRunning)
  const latest = useTranscriptions(recent.query, recent.initial)
  const over = latest.transcriptions.filter((row) => !isRunning(row)).slice(0, MAX_RECENT)
  if (latest.total === 0) {
    return (
      <section aria-label={words.recent} className="pt-10">
        <EmptyNote Icon={AudioLines} title={words.emptyTitle}>
          <p>{words.emptyText}</p>
        </EmptyNote>
      </section>
    )
  }
  return (
    <>
      {jobs.length > 0 && <Rows title={words.running} rows={jobs} />}
      {over.length > 0 && (
        <Rows title={words.recent} rows={over}>
          <Link href="/transcripts" className="link text-sm">
            {words.all}
          </Link>
        </Rows>
      )}
    </>
  )
}

function Rows({ title, rows, children }: { title: string; rows: readonly Transcription[]; children?: ReactNode }) {
  return (
    <section aria-label={title} className="pt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {children}
      </div>
      <ul className="border-t border-hairline">
        {rows.map((row) => (
          <TranscriptionRow key={row.id} transcription={row} />
        ))}
      </ul>
    </section>
  )
}
