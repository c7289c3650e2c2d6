'use client'

import type { LibraryQuery, TranscriptionList } from '@/lib/library/contract'
import { TranscriptionRow } from './transcription-row'
import { useTranscriptions } from './use-transcriptions'

/** The newest of one's transcripts, for the front door. */
export function RecentList({ query, initial }: { query: LibraryQuery; initial: TranscriptionList }) {
  const { transcriptions } = useTranscriptions(query, initial)
  return (
    <ul className="border-t border-hairline">
      {transcriptions.map((row) => (
        <TranscriptionRow key={row.id} transcription={row} />
      ))}
    </ul>
  )
}
