import { useQuery } from '@tanstack/react-query'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { listWebhookDeliveries } from '@/lib/webhooks/contract'
import { DeliveryRow } from './delivery-row'
import { words } from './words'

const LOOK_AGAIN_MS = 2000

/** The last messages to an endpoint. While one is on its way it is looked at again and again. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', webhookId],
    queryFn: ({ signal }) =>
      createClient()(listWebhookDeliveries, { params: { webhook_id: webhookId } }, { signal }).then(({ body }) => body),
    refetchInterval: (query) =>
      query.state.data?.deliveries.some(({ status }) => status === 'pending') ? LOOK_AGAIN_MS : false,
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
