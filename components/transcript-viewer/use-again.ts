import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import { problemOf } from '../problem-of'
import type { Wish } from './ask-again'

/** Asks for a recording once more, in another language or further on, and goes to what comes of it. */
export function useAgain() {
  const router = useRouter()
  const mutation = useMutation({
    mutationFn: async (wish: Wish) => (await import('./ask-again')).askAgain(wish),
    onSuccess: (id) => {
      router.push(`/transcripts/${id}`)
      router.refresh()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return { ask: (wish: Wish) => mutation.mutate(wish), busy: mutation.isPending }
}
