import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'

type Done = {
  /** The notice after the action. */
  said?: string
  /** The URL that the browser opens; absent: the page shows the new state. */
  url?: string
}

/** Runs an action on the plan, then shows the new state, or the error. */
export function useBilling(work: () => Promise<Done>) {
  const router = useRouter()
  return useMutation({
    mutationFn: work,
    onSuccess: ({ said, url }) => {
      if (said) toast.success(said)
      if (url) location.assign(url)
      else router.refresh()
    },
    onError: (error) => {
      toast.error(problemOf(error).detail)
      // Another window may have changed the plan since the page was rendered.
      router.refresh()
    },
  })
}
