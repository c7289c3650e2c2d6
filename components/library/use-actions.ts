import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import type { TranscriptionList } from '@/lib/library/contract'
import { announceChangedTranscripts } from './changed-transcripts'
import type { Action, ActionOutcome, Subject } from './library-requests'
import { words } from './words'

export type ActionRequest = { action: Action; subjects: readonly Subject[]; tag?: string }
export type ActionResult = { action: Action; outcomes: readonly ActionOutcome[] }

const KEY = { queryKey: ['transcriptions'] }
/** The one notice of an action: its progress, then its outcome. */
const NOTICE = 'transcripts-action'

/** The opposite of an action, by which it is undone. */
const OPPOSITES: Readonly<Record<Action, Action | null>> = {
  publish: 'unpublish',
  unpublish: 'publish',
  remove: 'restore',
  restore: null,
  tag: 'untag',
  untag: 'tag',
}

function without(list: TranscriptionList | undefined, ids: ReadonlySet<string>): TranscriptionList | undefined {
  if (!list) return list
  const transcriptions = list.transcriptions.filter(({ id }) => !ids.has(id))
  return { ...list, transcriptions, total: list.total - (list.transcriptions.length - transcriptions.length) }
}

/**
 * Performs actions on transcripts, with one notice that shows the progress and then offers Undo. A deleted transcript
 * leaves the list immediately, and returns if the server refuses.
 */
export function useActions() {
  const queries = useQueryClient()
  const { mutate, ...mutation } = useMutation({
    mutationFn: async ({ action, subjects, tag }: ActionRequest): Promise<ActionResult> => {
      const onProgress = (done: number) => toast.progress(words.busy[action](done, subjects.length), NOTICE)
      const { actOnTranscripts } = await import('./library-requests')
      return { action, outcomes: await actOnTranscripts(action, subjects, { tag, onProgress }) }
    },
    onMutate: async ({ action, subjects }) => {
      if (action !== 'remove') return
      await queries.cancelQueries(KEY)
      const gone = new Set(subjects.map(({ id }) => id))
      queries.setQueriesData<TranscriptionList>(KEY, (list) => without(list, gone))
    },
    onSuccess: ({ action, outcomes }, { tag }) => {
      const done = outcomes.filter(({ refusal }) => refusal === null)
      const text = words.outcomes(words.done[action](done.length), outcomes.length - done.length)
      const opposite = OPPOSITES[action]
      const undo = opposite && {
        label: words.undo,
        onClick: () => mutate({ action: opposite, subjects: done, ...(tag === undefined ? {} : { tag }) }),
      }
      if (done.length === 0) toast.error(outcomes[0]?.refusal ?? text, { id: NOTICE })
      else toast.success(text, { id: NOTICE, ...(undo ? { action: undo } : {}) })
      announceChangedTranscripts()
    },
    onError: (error) => toast.error(problemOf(error).detail, { id: NOTICE }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['tags'] })
      await queries.invalidateQueries(KEY)
    },
  })
  return { act: mutate, result: mutation.data, isPending: mutation.isPending, reset: mutation.reset }
}
