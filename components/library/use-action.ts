import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/components/ui/toast'
import type { Transcription, TranscriptionList } from '@/lib/library/contract'
import { problemOf } from '../problem-of'
import type { Action } from './act-on-transcripts'
import { announceChangedTranscripts } from './changed-transcripts'
import { words } from './words'

const KEY = { queryKey: ['transcriptions'] }

function without(list: TranscriptionList | undefined, ids: ReadonlySet<string>): TranscriptionList | undefined {
  if (!list) return list
  const transcriptions = list.transcriptions.filter(({ id }) => !ids.has(id))
  return { ...list, transcriptions, total: list.total - (list.transcriptions.length - transcriptions.length) }
}

/**
 * Does something to the chosen library items and tells what became of each. What is removed leaves the list at once, and is back
 * in it where the server refuses.
 */
export function useAction() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ action, libraryItems }: { action: Action; libraryItems: readonly Transcription[] }) => ({
      action,
      outcomes: await (await import('./act-on-transcripts')).actOnTranscripts(action, libraryItems),
    }),
    onMutate: async ({ action, libraryItems }) => {
      if (action !== 'remove') return
      await queries.cancelQueries(KEY)
      const gone = new Set(libraryItems.map(({ id }) => id))
      queries.setQueriesData<TranscriptionList>(KEY, (list) => without(list, gone))
    },
    onSuccess: ({ action, outcomes }) => {
      const done = outcomes.filter(({ refusal }) => refusal === null).length
      if (done > 0) toast.success(words.done[action](done))
      announceChangedTranscripts()
    },
    onError: (error) => toast.error(problemOf(error).detail),
    onSettled: () => queries.invalidateQueries(KEY),
  })
}
