import { type Route, route } from '@/lib/platform/operations/route'
import { cancelSubscription, changeTier, dropChange, resumeSubscription } from './alter-subscription'
import { findUserSubscription } from './billing-view'
import * as contract from './contract'
import { listPlans } from './list-plans'
import { createCheckout, createPortal } from './provider-pages'
import { receiveEvent } from './receive-event'
import { reconcileSubscription } from './reconcile'
import { actInSandbox } from './sandbox/act'
import { completeCheckout } from './sandbox/complete-checkout'
import { setGrantAside, startOver } from './sandbox/start-over'
import * as sandbox from './sandbox-contract'

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
