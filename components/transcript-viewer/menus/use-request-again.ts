import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import type { TranscriptOptions } from './request-again'

/** Requests a recording again, in another language or to its end, and opens the page of the result. */
export function useRequestAgain() {
  const router = useRouter()
  const mutation = useMutation({
    mutationFn: async (options: TranscriptOptions) => (await import('./request-again')).requestAgain(options),
    onSuccess: (id) => {
      router.push(`/transcripts/${id}`)
      router.refresh()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return { ask: (options: TranscriptOptions) => mutation.mutate(options), busy: mutation.isPending }
}
