import { useMutation } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import {
  enableWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '@/lib/webhooks/contract'
import { Deliveries } from './deliveries'
import { words } from './words'

type Props = {
  webhook: Webhook
  onChanged: (webhook: Webhook) => void
  onSecret: (webhook: WebhookWithSecret) => void
  onRemoved: () => void
}

function State({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <p className="text-sm text-failed">{words.off(webhook.note ?? '')}</p>
  if (webhook.failing_since === null) return null
  return <p className="text-sm text-failed">{words.failing}</p>
}

type Handlers = {
  onChanged: (webhook: Webhook) => void
  onSecret: (webhook: WebhookWithSecret) => void
  onSent: () => void
}

const onError = (error: unknown) => toast.error(problemOf(error).detail)

function useWebhookActions({ id }: Webhook, { onChanged, onSecret, onSent }: Handlers) {
  const call = createClient()
  const params = { webhook_id: id }
  const enable = useMutation({
    mutationFn: () => call(enableWebhook, { params }),
    onSuccess: ({ body }) => onChanged(body),
    onError,
  })
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params }),
    onSuccess: ({ body }) => {
      onSecret(body)
      toast.success(words.twoSecrets)
    },
    onError,
  })
  const test = useMutation({ mutationFn: () => call(testWebhook, { params }), onSuccess: onSent, onError })
  return {
    enable: () => enable.mutate(),
    rotate: () => rotate.mutate(),
    test: () => test.mutate(),
    busy: enable.isPending || rotate.isPending || test.isPending,
  }
}

/** An endpoint: its address, its events, how deliveries go, and its actions. */
export function WebhookRow({ webhook, onChanged, onSecret, onRemoved }: Props) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(0)
  const actions = useWebhookActions(webhook, {
    onChanged,
    onSecret,
    onSent: () => {
      setSent((count) => count + 1)
      setOpen(true)
    },
  })
  const { id, url, events, enabled } = webhook
  return (
    <li className="flex flex-col gap-3 border-t border-hairline py-5">
      <div className="flex min-w-0 gap-3">
        <WebhookIcon className="mt-1 size-5 shrink-0 text-soft" aria-hidden="true" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <h3 className="font-medium wrap-anywhere">{url}</h3>
          <p className="font-mono text-xs text-soft">{events.join('  ')}</p>
          <State webhook={webhook} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:ps-8">
        {!enabled && (
          <Button variant="primary" disabled={actions.busy} onClick={actions.enable}>
            {words.enable}
          </Button>
        )}
        <Button disabled={actions.busy} onClick={actions.test}>
          {words.test}
        </Button>
        <Button variant="quiet" aria-expanded={open} aria-controls={`deliveries-${id}`} onClick={() => setOpen(!open)}>
          {words.deliveries}
        </Button>
        <Button variant="quiet" disabled={actions.busy} onClick={actions.rotate}>
          {words.newSecret}
        </Button>
        <RemoveButton webhook={webhook} onRemoved={onRemoved} />
      </div>
      <div id={`deliveries-${id}`} hidden={!open} className="sm:ps-8">
        {open && <Deliveries key={sent} webhookId={id} />}
      </div>
    </li>
  )
}

/** Removes an endpoint: messages that are still on their way go with it. */
function RemoveButton({ webhook: { id, url }, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const remove = async () => {
    await createClient()(removeWebhook, { params: { webhook_id: id } })
    toast.success(words.removed)
    onRemoved()
  }
  return (
    <ConfirmStep
      label={words.remove}
      fullLabel={words.removeOf(url)}
      variant="quiet"
      text={words.removeText}
      confirm={words.removeDo}
      keep={words.keep}
      work={remove}
    />
  )
}
