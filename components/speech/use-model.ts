import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import type { ModelAction, SpeechModelView } from '@/lib/speech/contract'
import { isDownloading } from '@/lib/speech/states'

/** Only needed once something is clicked, or a download runs. */
const client = () => import('./model-client')

const POLL_MS = 2_000

/**
 * A model as it changes, from the state the page was rendered with: by its events or, where they do not come through, by
 * asking. `act` starts, pauses, resumes or cancels its download.
 */
export function useModel(initial: SpeechModelView) {
  const queries = useQueryClient()
  const [listening, setListening] = useState(true)
  const { name } = initial
  const key = ['speech-model', name]
  const { data: model } = useQuery({
    queryKey: key,
    queryFn: async () => (await client()).fetchModel(name),
    initialData: initial,
    // The rendered state is the newest one.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !listening,
    refetchInterval: ({ state }) => (state.data && isDownloading(state.data) ? POLL_MS : false),
  })
  const moves = isDownloading(model)
  useEffect(() => {
    // A newly rendered state is newer than one fetched before.
    queries.setQueryData(['speech-model', initial.name], initial)
  }, [initial, queries])
  useEffect(() => {
    if (!moves || !listening) return
    let stop: (() => void) | null = null
    let left = false
    client().then(
      ({ watchModel }) => {
        const onModel = (news: SpeechModelView) => queries.setQueryData(['speech-model', name], news)
        if (!left) stop = watchModel(name, { onModel, onSilence: () => setListening(false) })
      },
      () => setListening(false),
    )
    return () => {
      left = true
      stop?.()
    }
  }, [moves, listening, name, queries])
  const acting = useMutation({
    mutationFn: async (action: ModelAction | 'remove') => (await client()).actOnModel(name, action),
    onSuccess: (news) => queries.setQueryData(key, news),
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return { model, busy: acting.isPending, act: acting.mutate, actAsync: acting.mutateAsync }
}
