'use client'

import { Webhook as WebhookIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { EmptyNote } from '@/components/site/empty-note'
import type { Webhook, WebhookWithSecret } from '@/lib/webhooks/contract'
import { AddWebhook } from './add-webhook'
import { NewSecret } from './new-secret'
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
