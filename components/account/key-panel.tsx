'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { type ApiKeyState, ensureApiKey, regenerateApiKey } from '@/lib/accounts/contract'
import { createClient } from '@/lib/api/client'
import { type KeyFacts, KeySlot } from './key-slot'
import { NewKey } from './new-key'
import { ReplaceKey } from './replace-key'
import { words } from './words'

function factsOf({ key_prefix, created_at }: ApiKeyState): KeyFacts {
  return { prefix: key_prefix, madeAt: created_at, usedAt: null }
}

/** The key's slot: empty, filled, about to be filled anew, or with a new key to store. */
export function KeyPanel({ initial }: { initial: KeyFacts }) {
  const [facts, setFacts] = useState(initial)
  const [asking, setAsking] = useState(false)
  const slot = useRef<HTMLElement>(null)
  const make = useMutation({
    mutationFn: () => createClient()(facts.prefix === null ? ensureApiKey : regenerateApiKey, {}),
    onSuccess: ({ body }) => {
      setFacts(factsOf(body))
      setAsking(false)
    },
  })
  const stored = () => {
    make.reset()
    // The button that had the focus goes with the key.
    slot.current?.focus()
  }
  const fresh = make.data?.body.key
  return (
    <div className="flex flex-col gap-6">
      {make.error && <ProblemCard problem={problemOf(make.error)}>{null}</ProblemCard>}
      {fresh && <NewKey apiKey={fresh} onStored={stored} />}
      <section ref={slot} tabIndex={-1} aria-label={words.slot} className="border-t border-hairline pt-1 outline-none">
        <KeySlot facts={facts} />
        {fresh ? null : asking ? (
          <ReplaceKey
            prefix={facts.prefix ?? ''}
            busy={make.isPending}
            onReplace={() => make.mutate()}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <Button
            className="mt-6"
            look={facts.prefix === null ? 'primary' : 'secondary'}
            disabled={make.isPending}
            onClick={() => (facts.prefix === null ? make.mutate() : setAsking(true))}
          >
            {facts.prefix === null ? words.make : words.regenerate}
          </Button>
        )}
      </section>
    </div>
  )
}
