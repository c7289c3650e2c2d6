import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { MAX_BATCH_ITEMS, startBatch } from '@/lib/imports/batches/contract'
import { words } from './words'

const SHOWN = 3

type Props = { links: readonly string[]; lang: string; onClear: () => void }

/** Starts the batch, and returns where its progress is shown. */
async function begin(links: readonly string[], lang: string): Promise<string> {
  const items = links.map((url) => ({ url, lang }))
  const { body } = await createClient()(startBatch, { body: { items } })
  return 'id' in body ? `/imports/${body.id}` : '/imports'
}

/** Many links that were pasted together: how many, the first of them, and the button that starts them as a batch. */
export function ManyLinks({ links, lang, onClear }: Props) {
  const router = useRouter()
  const button = useRef<HTMLButtonElement>(null)
  const starting = useMutation({
    mutationFn: () => begin(links, lang),
    onSuccess: (address) => router.push(address),
  })
  useEffect(() => button.current?.focus(), [])
  const tooMany = links.length > MAX_BATCH_ITEMS
  const busy = starting.isPending || starting.isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <section aria-label={words.pasted} className="rounded-md border border-outline bg-raised p-4">
        <p role="status" className="text-lg font-semibold tracking-tight tabular-nums">
          {words.links(links.length)}
        </p>
        <ul className="pt-1 text-sm text-soft">
          {links.slice(0, SHOWN).map((link) => (
            <li key={link} className="truncate">
              {link}
            </li>
          ))}
          {links.length > SHOWN && <li>{words.moreLinks(links.length - SHOWN)}</li>}
        </ul>
        {tooMany && (
          <p role="alert" className="pt-2 text-failed">
            {words.tooManyLinks(MAX_BATCH_ITEMS)}
          </p>
        )}
        <div className="flex flex-wrap gap-3 pt-4">
          <Button ref={button} type="submit" variant="primary" disabled={busy || tooMany}>
            {busy ? words.startingBatch : words.transcribeLinks(links.length)}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onClear}>
            {words.clearLinks}
          </Button>
        </div>
      </section>
      {starting.error && (
        <ProblemCard problem={problemOf(starting.error)}>
          <Button onClick={() => starting.mutate()}>{words.retry}</Button>
        </ProblemCard>
      )}
    </form>
  )
}
