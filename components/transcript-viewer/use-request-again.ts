import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import { problemOf } from '../problem-of'
import type { TranscriptOptions } from './request-again'

/** Asks for a recording once more, in another language or further on, and goes to what comes of it. */
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
