'use client'

import { useMutation } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { TextInput } from '@/components/ui/fields'
import { createClient } from '@/lib/api/client'
import {
  addWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
} from '@/lib/webhooks/contract'
import { WebhookRow } from './webhook-row'
import { words } from './words'

/** An account's endpoints, the newest first, and the form that adds one. */
export function WebhookScreen({ initial }: { initial: readonly Webhook[] }) {
  const [webhooks, setWebhooks] = useState(initial)
  const [fresh, setFresh] = useState<WebhookWithSecret | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (changed: Webhook) =>
    setWebhooks((all) => all.map((webhook) => (webhook.id === changed.id ? changed : webhook)))
  const remove = (id: string) => {
    setWebhooks((all) => all.filter((webhook) => webhook.id !== id))
    if (fresh?.id === id) setFresh(null)
    // The button that had the focus goes with its row.
    heading.current?.focus()
  }
  const add = (added: WebhookWithSecret) => {
    setWebhooks((all) => [added, ...all])
    setFresh(added)
  }
  return (
    <div className="flex flex-col gap-10">
      {fresh && <NewSecret webhook={fresh} onStored={() => setFresh(null)} />}
      <AddWebhook onAdded={add} />
      <section aria-labelledby="webhooks">
        <h2 ref={heading} id="webhooks" tabIndex={-1} className="pb-4 text-lg font-semibold tracking-tight">
          {words.endpoints}
        </h2>
        {webhooks.length === 0 ? (
          <EmptyNote Icon={WebhookIcon} title={words.none}>
            {words.noneText}
          </EmptyNote>
        ) : (
          <ul>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onChanged={change}
                onSecret={setFresh}
                onRemoved={() => remove(webhook.id)}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

/** A signing secret, shown this once. */
function NewSecret({ webhook, onStored }: { webhook: WebhookWithSecret; onStored: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="new-secret"
      className="flex flex-col gap-4 rounded-md border border-outline bg-raised p-5"
    >
      <h2 ref={heading} id="new-secret" tabIndex={-1} className="text-lg font-semibold tracking-tight wrap-anywhere">
        {words.secretOf(webhook.url)}
      </h2>
      <p className="max-w-[68ch] text-sm text-soft">{words.secretText}</p>
      <CodeBlock label={words.secret} code={webhook.secret} />
      <div>
        <Button variant="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </section>
  )
}

type Props = { onAdded: (webhook: WebhookWithSecret) => void }

/** The form that adds an endpoint: an address and its events. */
function AddWebhook({ onAdded }: Props) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS)
  const add = useMutation({
    mutationFn: () => createClient()(addWebhook, { body: { url: url.trim(), events: [...events] } }),
    onSuccess: ({ body }) => {
      setUrl('')
      onAdded(body)
    },
  })
  const toggle = (event: WebhookEvent) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-col gap-4" aria-label={words.form}>
      <TextInput
        id="webhook-url"
        label={words.address}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/verbatim"
        required
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={add.error ? problemOf(add.error).detail : null}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-sm font-medium">{words.when}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flex min-h-6 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={events.includes(event)}
              onChange={() => toggle(event)}
            />
            {words.events[event]}
            <code className="font-mono text-xs text-soft">{event}</code>
          </label>
        ))}
      </fieldset>
      <div>
        <Button type="submit" variant="primary" disabled={add.isPending || events.length === 0}>
          {words.add}
        </Button>
      </div>
    </form>
  )
}
