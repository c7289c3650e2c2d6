'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Facts } from '@/components/connect/facts'
import { Moment } from '@/components/format/moment'
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

/** The key's slot, beside `named` other keys: empty, filled, about to be filled anew, or with a new key to store. */
export function KeyPanel({ initial, named }: { initial: KeyFacts; named: number }) {
  const [facts, setFacts] = useState(initial)
  const [asking, setAsking] = useState(false)
  const router = useRouter()
  const slot = useRef<HTMLElement>(null)
  const make = useMutation({
    mutationFn: (deleteNamed: boolean) =>
      facts.prefix === null
        ? createClient()(ensureApiKey, {})
        : createClient()(regenerateApiKey, { query: { delete_named_keys: deleteNamed } }),
    onSuccess: ({ body }, deleteNamed) => {
      setFacts(factsOf(body))
      setAsking(false)
      if (deleteNamed) router.refresh()
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
            named={named}
            busy={make.isPending}
            onReplace={make.mutate}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <Button
            className="mt-6"
            variant={facts.prefix === null ? 'primary' : 'secondary'}
            disabled={make.isPending}
            onClick={() => (facts.prefix === null ? make.mutate(false) : setAsking(true))}
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
        { name: words.made, value: madeAt ? <Moment iso={madeAt} /> : words.unknown },
        { name: words.lastUsed, value: usedAt ? <Moment iso={usedAt} /> : words.never },
      ]}
    />
  )
}

type Props = {
  prefix: string
  named: number
  busy: boolean
  onReplace: (deleteNamed: boolean) => void
  onKeep: () => void
}

/** Asks for confirmation, because programs that use the key stop working. */
function ReplaceKey({ prefix, named, busy, onReplace, onKeep }: Props) {
  const [deleteNamed, setDeleteNamed] = useState(false)
  return (
    <fieldset className="mt-6 rounded-md border border-outline p-4">
      <legend className="px-1 font-medium">{words.replaceAsk}</legend>
      <p className="max-w-[68ch] pb-4">
        <Sentence parts={words.replaceText(<code className="font-mono text-sm">{prefix}</code>)} />
      </p>
      {named > 0 && (
        <label className="flex min-h-6 items-center gap-2.5 pb-4">
          <input
            type="checkbox"
            checked={deleteNamed}
            onChange={({ target }) => setDeleteNamed(target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          {words.deleteNamed(named)}
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" autoFocus disabled={busy} onClick={() => onReplace(deleteNamed)}>
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
