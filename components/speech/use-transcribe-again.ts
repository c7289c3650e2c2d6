import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'

/**
 * Transcribes a text again, in the given language or (null) with the better engine in use, and shows its progress: on the page, or
 * where a second text is made on the page of that.
 */
export function useTranscribeAgain(libraryItemId: string, makesSecond = false) {
  const router = useRouter()
  return useMutation({
    mutationFn: async (lang: string | null) =>
      (await import('./model-client')).transcribeTextAgain(libraryItemId, lang),
    onSuccess: (jobId) => (makesSecond ? router.push(`/transcripts/${jobId}`) : router.refresh()),
    onError: (error) => toast.error(problemOf(error).detail),
  })
}
