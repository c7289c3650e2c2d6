import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { createClient } from '@/lib/api/client'
import { createTranscript } from '@/lib/transcripts/contract'
import { problemOf } from '../problem-of'

type Wish = { url: string; lang: string; partial?: boolean }

/** Asks for a recording once more, in another language or further on, and goes to what comes of it. */
export function useAgain() {
  const router = useRouter()
  const mutation = useMutation({
    mutationFn: ({ url, lang, partial = false }: Wish) =>
      createClient()(createTranscript, { body: { url, lang, allow_partial: partial } }),
    onSuccess: ({ body }) => {
      router.push(`/transcripts/${'job_id' in body ? body.job_id : body.id}`)
      router.refresh()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return { ask: (wish: Wish) => mutation.mutate(wish), busy: mutation.isPending }
}
