'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Facts } from '@/components/connect/facts'
import { Day } from '@/components/format/day'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Sentence } from '@/components/sentence'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { type ApiKeyState, ensureApiKey, regenerateApiKey } from '@/lib/accounts/contract'
import { createClient } from '@/lib/api/client'
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
      <section ref={slot} tabIndex={-1} aria-labelledby="default-key" className="outline-none">
        <h2 id="default-key" className="pb-4 text-lg font-semibold tracking-tight">
          {words.slot}
        </h2>
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
            variant={facts.prefix === null ? 'primary' : 'secondary'}
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

/** The facts of a key without the key itself. */
type KeyFacts = { prefix: string | null; madeAt: string | null; usedAt: string | null }

/** The beginning of a key, and when it was created and used. */
function KeySlot({ facts: { prefix, madeAt, usedAt } }: { facts: KeyFacts }) {
  if (prefix === null) return <p className="text-soft">{words.none}</p>
  return (
    <Facts
      facts={[
        { name: words.key, value: <code className="font-mono">{prefix}</code> },
        { name: words.made, value: madeAt ? <Day iso={madeAt} /> : words.unknown },
        { name: words.lastUsed, value: usedAt ? <Day iso={usedAt} /> : words.never },
      ]}
    />
  )
}

type Props = { prefix: string; busy: boolean; onReplace: () => void; onKeep: () => void }

/** Asks for confirmation, because programs that use the key stop working. */
function ReplaceKey({ prefix, busy, onReplace, onKeep }: Props) {
  return (
    <fieldset className="mt-6 rounded-md border border-outline p-4">
      <legend className="px-1 font-medium">{words.replaceAsk}</legend>
      <p className="max-w-[68ch] pb-4">
        <Sentence parts={words.replaceText(<code className="font-mono text-sm">{prefix}</code>)} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" autoFocus disabled={busy} onClick={onReplace}>
          {words.replace}
        </Button>
        <Button disabled={busy} onClick={onKeep}>
          {words.keep}
        </Button>
      </div>
    </fieldset>
  )
}

/** A new API key, this once, until its owner says that it is stored. */
function NewKey({ apiKey, onStored }: { apiKey: string; onStored: () => void }) {
  return (
    <section aria-label={words.fresh} className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-4">
      <p role="status">{words.freshText}</p>
      <CodeBlock label={words.freshCode} code={apiKey} />
      <div>
        <Button variant="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </section>
  )
}
