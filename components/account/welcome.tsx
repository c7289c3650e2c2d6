'use client'

import { useQuery } from '@tanstack/react-query'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { ensureApiKey } from '@/lib/accounts/contract'
import { createClient } from '@/lib/api/client'
import { NewKey } from './new-key'
import { words } from './words'

/** Gives a new account its key and shows it, then goes on. */
export function Welcome({ goesOnTo }: { goesOnTo: string }) {
  // It is made once, however often the page is drawn, and forgotten with it.
  const made = useQuery({
    queryKey: ['new-api-key'],
    queryFn: () => createClient()(ensureApiKey, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const goOn = () => window.location.assign(goesOnTo)
  if (made.isPending) return <p role="status">{words.making}</p>
  if (made.isError) {
    return (
      <ProblemCard problem={problemOf(made.error)}>
        <Button onClick={() => made.refetch()}>{words.retry}</Button>
        <Button onClick={goOn}>{words.goOnWithout}</Button>
      </ProblemCard>
    )
  }
  const { key } = made.data.body
  if (key) return <NewKey apiKey={key} onStored={goOn} />
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{words.shownBefore}</p>
      <Button look="primary" onClick={goOn}>
        {words.goOn}
      </Button>
    </div>
  )
}
