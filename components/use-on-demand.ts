import { useMutation } from '@tanstack/react-query'
import { problemOf } from './problem-of'
import { toast } from './ui/toast'

/**
 * A module that comes with the first wish for it: `part` is null until it is there. Where it can't be fetched that is told,
 * and the next wish tries again.
 */
export function useOnDemand<Part>(bring: () => Promise<Part>): { part: Part | null; want: () => void } {
  const { data, mutate } = useMutation({
    mutationFn: bring,
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return { part: data ?? null, want: () => mutate() }
}
