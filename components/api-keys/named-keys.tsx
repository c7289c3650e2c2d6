'use client'

import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { ScopeList } from '@/components/connect/scope-list'
import { Moment } from '@/components/format/moment'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { CodeBlock } from '@/components/ui/code-block'
import { toast } from '@/components/ui/toast'
import { type ApiKeyView, type CreatedApiKeyView, deleteApiKey } from '@/lib/accounts/api-keys/contract'
import { createClient } from '@/lib/api/client'
import { CreateKey } from './create-key'
import { words } from './words'

type Props = {
  initial: readonly ApiKeyView[]
  /** When the page was rendered: keys that had expired by then are marked. */
  now: string
}

/** An account's named keys, and the form that creates one. */
export function NamedKeys({ initial, now }: Props) {
  const [keys, setKeys] = useState(initial)
  const [fresh, setFresh] = useState<CreatedApiKeyView | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const add = ({ key, ...added }: CreatedApiKeyView) => {
    setKeys((all) => [...all, added])
    setFresh({ key, ...added })
  }
  const remove = ({ id, name }: ApiKeyView) => {
    setKeys((all) => all.filter((key) => key.id !== id))
    if (fresh?.id === id) setFresh(null)
    toast.success(words.deleted(name ?? ''))
    // The button that had the focus goes with its row.
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="named-keys" className="flex flex-col gap-6 pt-12">
      <div>
        <h2 ref={heading} id="named-keys" tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
          {words.keys}
        </h2>
        <p className="pt-1 text-soft">{words.lead}</p>
      </div>
      {fresh && <FreshKey apiKey={fresh} onSaved={() => setFresh(null)} />}
      {keys.length === 0 ? (
        <EmptyNote Icon={KeyRound} title={words.none}>
          {words.noneText}
        </EmptyNote>
      ) : (
        <ul>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} now={now} onDeleted={() => remove(key)} />
          ))}
        </ul>
      )}
      <CreateKey onCreated={add} />
    </section>
  )
}

/** A key that was just created, with its plaintext. */
function FreshKey({ apiKey, onSaved }: { apiKey: CreatedApiKeyView; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="fresh-key" className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-5">
      <h3 ref={heading} id="fresh-key" tabIndex={-1} className="font-semibold outline-none wrap-anywhere">
        {words.created(apiKey.name ?? '')}
      </h3>
      <p className="text-sm text-soft">{words.createdText}</p>
      <CodeBlock label={words.createdCode} code={apiKey.key} />
      <div>
        <Button variant="primary" onClick={onSaved}>
          {words.saved}
        </Button>
      </div>
    </section>
  )
}

function KeyRow({ apiKey, now, onDeleted }: { apiKey: ApiKeyView; now: string; onDeleted: () => void }) {
  const { id, prefix, scopes, created_at: created, expires_at: expires, last_used_at: used } = apiKey
  const name = apiKey.name ?? ''
  const isExpired = expires !== null && expires <= now
  return (
    <li className="flex flex-col gap-3 border-t border-hairline py-5 sm:flex-row sm:justify-between sm:gap-6">
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {isExpired && <Chip>{words.expired}</Chip>}
        </h3>
        <p className="font-mono text-xs text-soft">{prefix}</p>
        {scopes === null ? (
          <p className="text-sm">{words.full}</p>
        ) : (
          <ScopeList scopes={scopes} label={words.permissions} />
        )}
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          <Fact name={words.createdOn}>{<Moment iso={created} />}</Fact>
          <Fact name={words.lastUsed}>{used ? <Moment iso={used} /> : words.never}</Fact>
          <Fact name={words.expires}>{expires ? <Moment iso={expires} /> : words.never}</Fact>
        </dl>
      </div>
      <div className="shrink-0">
        <ConfirmStep
          label={words.delete}
          fullLabel={words.deleteOf(name)}
          variant="quiet"
          text={words.deleteText}
          confirm={words.delete}
          keep={words.cancel}
          work={async () => {
            await createClient()(deleteApiKey, { params: { key_id: id } })
            onDeleted()
          }}
        />
      </div>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}
