import { useMutation, useQuery } from '@tanstack/react-query'
import { Moment } from '@/components/format/moment'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { CodeBlock } from '@/components/ui/code-block'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { listWebhookDeliveries, redeliverWebhook, type WebhookDelivery } from '@/lib/webhooks/contract'
import { words } from './words'

const REFETCH_INTERVAL_MS = 2000

/** The last messages to an endpoint. While one is on its way it is looked at again and again. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', webhookId],
    queryFn: ({ signal }) =>
      createClient()(listWebhookDeliveries, { params: { webhook_id: webhookId } }, { signal }).then(({ body }) => body),
    refetchInterval: (query) =>
      query.state.data?.deliveries.some(({ status }) => status === 'pending') ? REFETCH_INTERVAL_MS : false,
    staleTime: 0,
  })
  if (error) {
    return (
      <div className="flex flex-wrap items-center gap-3 py-2 text-sm text-failed" role="alert">
        {problemOf(error).detail}
        <Button onClick={() => refetch()}>{words.retry}</Button>
      </div>
    )
  }
  if (!data) return <p className="py-2 text-sm text-soft">{words.looking}</p>
  if (data.deliveries.length === 0) return <p className="py-2 text-sm text-soft">{words.nothingSent}</p>
  return (
    <ul aria-label={words.deliveries} className="rounded-md border border-hairline">
      {data.deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} onResent={() => refetch()} />
      ))}
    </ul>
  )
}

type Props = { webhookId: string; delivery: WebhookDelivery; onResent: () => void }

function outcome({ status, attempts, last_status, last_error }: WebhookDelivery): string {
  const answer = last_error ?? (last_status === null ? '' : words.answered(last_status))
  if (status === 'delivered') return words.taken(answer)
  if (status === 'failed') return words.notTaken(attempts, answer)
  return attempts === 0 ? words.onItsWay : words.triedAgain(answer)
}

const STATUS_CLASSES = { delivered: 'text-saved', failed: 'text-failed', pending: 'text-soft' }

/** A message: its event, its outcome, the response, and a button to send it again. */
function DeliveryRow({ webhookId, delivery, onResent }: Props) {
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
          <span className={classes('min-w-0 flex-1 basis-48', STATUS_CLASSES[status])}>{outcome(delivery)}</span>
          <Moment iso={created_at} form="second" className="text-xs text-soft tabular-nums" />
        </summary>
        <div className="flex flex-col gap-3 pt-3">
          <CodeBlock label={words.sent} code={payload} />
          {last_answer !== null && <CodeBlock label={words.answer} code={last_answer || words.emptyAnswer} />}
          <div>
            <Button disabled={again.isPending || status === 'pending'} onClick={() => again.mutate()}>
              {words.sendAgain}
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}
