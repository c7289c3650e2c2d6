import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { TextInput } from '@/components/ui/text-input'
import { createClient } from '@/lib/api/client'
import { addWebhook, WEBHOOK_EVENTS, type WebhookEvent, type WebhookWithSecret } from '@/lib/webhooks/contract'
import { words } from './words'

type Props = { onAdded: (webhook: WebhookWithSecret) => void }

/** The form that adds an endpoint: an address, and what it is told of. */
export function AddWebhook({ onAdded }: Props) {
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
        <Button type="submit" look="primary" disabled={add.isPending || events.length === 0}>
          {words.add}
        </Button>
      </div>
    </form>
  )
}
