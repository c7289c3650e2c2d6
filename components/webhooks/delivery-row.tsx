'use client'

import { useMutation } from '@tanstack/react-query'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { CodeBlock } from '@/components/ui/code-block'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { redeliverWebhook, type WebhookDelivery } from '@/lib/webhooks/contract'

type Props = { webhookId: string; delivery: WebhookDelivery; onResent: () => void }

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

function outcome({ status, attempts, last_status, last_error }: WebhookDelivery): string {
  const answer = last_error ?? (last_status === null ? '' : `Answered ${last_status}.`)
  if (status === 'delivered') return `Taken. ${answer}`
  if (status === 'failed')
    return `Not taken after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}. ${answer}`
  return attempts === 0 ? 'On its way.' : `Not taken yet; it is tried again. ${answer}`
}

const LOOKS = { delivered: 'text-saved', failed: 'text-failed', pending: 'text-soft' }

/** A message: what it was, how it went, what came back, and once more. */
export function DeliveryRow({ webhookId, delivery, onResent }: Props) {
  const { id, type, status, created_at, last_answer, payload } = delivery
  const again = useMutation({
    mutationFn: () => createClient()(redeliverWebhook, { params: { webhook_id: webhookId, delivery_id: id } }),
    onSuccess: onResent,
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <li className="border-hairline px-4 py-3 text-sm not-first:border-t">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="font-mono text-xs">{type}</span>
          <span className={classes('min-w-0 flex-1 basis-48', LOOKS[status])}>{outcome(delivery)}</span>
          <time dateTime={created_at} className="text-xs text-soft tabular-nums">
            {MOMENT.format(new Date(created_at))}
          </time>
        </summary>
        <div className="flex flex-col gap-3 pt-3">
          <CodeBlock label="What was sent" code={payload} />
          {last_answer !== null && <CodeBlock label="How the answer began" code={last_answer || '(empty)'} />}
          <div>
            <Button disabled={again.isPending || status === 'pending'} onClick={() => again.mutate()}>
              Send it again
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}
