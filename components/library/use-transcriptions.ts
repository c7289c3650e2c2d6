import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LibraryQuery, TranscriptionList } from '@/lib/library/contract'
import { onChangedTranscripts } from './changed-transcripts'

const LIVE_EVERY_MS = 2_500
const IDLE_EVERY_MS = 20_000

const isLive = ({ status }: { status: string | null }) => status === 'queued' || status === 'in_progress'

/**
 * A page of the list, kept up to date: polled often while a job runs, and refetched when another tab changes the list.
 */
export function useTranscriptions(query: LibraryQuery, initial: TranscriptionList): TranscriptionList {
  const queries = useQueryClient()
  useEffect(
    () => onChangedTranscripts(() => void queries.invalidateQueries({ queryKey: ['transcriptions'] })),
    [queries],
  )
  const { data } = useQuery({
    queryKey: ['transcriptions', query],
    // The page was rendered with the list, so the API client is loaded only for the first refresh.
    queryFn: async ({ signal }) => (await import('./library-requests')).fetchTranscriptions(query, signal),
    initialData: initial,
    staleTime: LIVE_EVERY_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.transcriptions.some(isLive) ? LIVE_EVERY_MS : IDLE_EVERY_MS),
  })
  return data
}
