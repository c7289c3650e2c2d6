import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'

/** Transcribes a text again, in the given language or (null) with the better engine in use, and shows its progress on the page. */
export function useTranscribeAgain(libraryItemId: string) {
  const router = useRouter()
  return useMutation({
    mutationFn: async (lang: string | null) =>
      (await import('./model-client')).transcribeTextAgain(libraryItemId, lang),
    onSuccess: () => router.refresh(),
    onError: (error) => toast.error(problemOf(error).detail),
  })
}
