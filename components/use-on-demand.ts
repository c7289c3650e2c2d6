import { useMutation } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { toast } from './ui/toast'
import { words } from './words'

type OnDemand<Part> = {
  /** Null until it is there. */
  part: Part | null
  /** Whether it was requested by a key: such a click has no position. */
  byKeyboard: boolean
  want: (event: MouseEvent) => void
}

/**
 * A module that is loaded with the first click. When loading fails an error is shown, and the next click tries again.
 */
export function useOnDemand<Part>(bring: () => Promise<Part>): OnDemand<Part> {
  const { data, variables, mutate } = useMutation({
    mutationFn: (_: { byKeyboard: boolean }) => bring(),
    // Without a connection it should fail now, not open on its own when that is back.
    networkMode: 'always',
    onError: () => toast.error(words.notFetched),
  })
  return {
    part: data ?? null,
    byKeyboard: variables?.byKeyboard ?? false,
    want: ({ detail }) => mutate({ byKeyboard: detail === 0 }),
  }
}
