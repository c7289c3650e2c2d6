import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { receiveEvent } from './events/receive-event'
import { createCheckout, createPortal } from './provider-pages'
import { actInSandbox } from './sandbox/act'
import { completeCheckout } from './sandbox/complete-checkout'
import * as sandbox from './sandbox/contract'
import { setGrantAside, startOver } from './sandbox/start-over'
import { cancelSubscription, changeTier, dropChange, resumeSubscription } from './subscription/alter-subscription'
import { reconcileSubscription } from './subscription/reconcile'
import { findUserSubscription } from './view/billing-view'
import { listPlans } from './view/list-plans'

const ok = (body: unknown) => ({ status: 200, body })
const DONE = ok({ done: true })

const sandboxRoutes: Route[] = [
  route(sandbox.completeCheckout, async ({ actor, params, body }) =>
    ok(
      await completeCheckout(actor, params.session_id, { step: body.step, promotionCode: body.promotion_code ?? null }),
    ),
  ),
  route(sandbox.actInSandbox, async ({ actor, body }) => {
    await actInSandbox(actor, body.action)
    return DONE
  }),
  route(sandbox.setGrantAside, async ({ actor }) => {
    await setGrantAside(actor)
    return DONE
  }),
  route(sandbox.startOver, async ({ actor }) => {
    await startOver(actor)
    return DONE
  }),
]

export const billingRoutes: Route[] = [
  route(contract.listPlans, async () => ok(await listPlans())),
  route(contract.createCheckout, async ({ actor, body }) => ok({ url: await createCheckout(actor, body.tier) })),
  route(contract.getSubscription, async ({ actor }) => ok(await findUserSubscription(actor))),
  route(contract.reconcileSubscription, async ({ actor }) => ok(await reconcileSubscription(actor))),
  route(contract.cancelSubscription, async ({ actor }) => ok(await cancelSubscription(actor))),
  route(contract.resumeSubscription, async ({ actor }) => ok(await resumeSubscription(actor))),
  route(contract.changeTier, async ({ actor, body }) => ok(await changeTier(actor, body.tier))),
  route(contract.dropChange, async ({ actor }) => ok(await dropChange(actor))),
  route(contract.createPortal, async ({ actor }) => ok({ url: await createPortal(actor) })),
  route(contract.billingWebhook, async ({ request }) => {
    await receiveEvent(request)
    return ok({ received: true })
  }),
  ...sandboxRoutes,
]
