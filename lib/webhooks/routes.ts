import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { listDeliveries, redeliver, sendTest } from './deliveries'
import { addEndpoint, listEndpoints, removeEndpoint, rotateSecret, updateEndpoint } from './endpoints'

export const webhookRoutes: Route[] = [
  route(contract.listWebhooks, async ({ actor }) => ({ status: 200, body: { webhooks: await listEndpoints(actor) } })),
  route(contract.addWebhook, async ({ actor, body }) => ({ status: 201, body: await addEndpoint(actor, body) })),
  route(contract.updateWebhook, async ({ actor, params, body }) => ({
    status: 200,
    body: await updateEndpoint(actor, params.webhook_id, body),
  })),
  route(contract.removeWebhook, async ({ actor, params }) => {
    await removeEndpoint(actor, params.webhook_id)
    return { status: 200, body: { removed: true } }
  }),
  route(contract.enableWebhook, async ({ actor, params }) => ({
    status: 200,
    body: await updateEndpoint(actor, params.webhook_id, { enabled: true }),
  })),
  route(contract.rotateWebhookSecret, async ({ actor, params }) => ({
    status: 200,
    body: await rotateSecret(actor, params.webhook_id),
  })),
  route(contract.testWebhook, async ({ actor, params }) => ({
    status: 202,
    body: await sendTest(actor, params.webhook_id),
  })),
  route(contract.listWebhookDeliveries, async ({ actor, params }) => ({
    status: 200,
    body: { deliveries: await listDeliveries(actor, params.webhook_id) },
  })),
  route(contract.redeliverWebhook, async ({ actor, params }) => ({
    status: 202,
    body: await redeliver(actor, params.webhook_id, params.delivery_id),
  })),
]
