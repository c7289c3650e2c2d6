import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/components/ui/toast'
import type { TranscriptionList } from '@/lib/history/contract'
import { problemOf } from '../problem-of'
import { tellChangedTranscripts } from './changed-transcripts'
import { words } from './words'

const KEY = { queryKey: ['transcriptions'] }

function without(list: TranscriptionList | undefined, ids: ReadonlySet<string>): TranscriptionList | undefined {
  if (!list) return list
  const transcriptions = list.transcriptions.filter(({ id }) => !ids.has(id))
  return { ...list, transcriptions, total: list.total - (list.transcriptions.length - transcriptions.length) }
}

/** Removes entries: they leave the list at once, and are back in it where the server refuses. */
export function useRemove() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => (await import('./remove-entries')).removeEntries(ids),
    onMutate: async (ids) => {
      await queries.cancelQueries(KEY)
      queries.setQueriesData<TranscriptionList>(KEY, (list) => without(list, new Set(ids)))
    },
    onSuccess: (_, ids) => {
      toast.success(words.removed(ids.length))
      tellChangedTranscripts()
    },
    onError: (error) => toast.error(problemOf(error).detail),
    onSettled: () => queries.invalidateQueries(KEY),
  })
}
