import { readRequestBody } from '@/lib/core/http/read-request-body'
import { entityTag, isUnchanged, versionOfBytes } from '@/lib/core/http/revalidation'
import { type Route, route } from '@/lib/core/operations/route'
import * as contract from './contract'
import { createWatch } from './create-watch'
import { renderWatchFeed } from './feed/render-feed'
import { findWatch, listWatches } from './find-watch'
import { confirmSubscription, receivePing } from './hub/answer-hub'
import * as hub from './hub/contract'
import * as items from './items/contract'
import { listWatchItems } from './items/list-watch-items'
import { checkWatchNow, removeWatch, renewFeed, updateWatch } from './update-watch'

export const watchRoutes: Route[] = [
  route(contract.createWatch, async ({ actor, body }) => {
    const { isNew, watch } = await createWatch(actor, body)
    return { status: isNew ? 201 : 200, body: watch }
  }),

  route(contract.listWatches, async ({ actor, query }) => ({ status: 200, body: await listWatches(actor, query) })),

  route(contract.getWatch, async ({ actor, params }) => ({
    status: 200,
    body: await findWatch(actor, params.watch_id),
  })),

  route(contract.updateWatch, async ({ actor, params, body }) => ({
    status: 200,
    body: await updateWatch(actor, params.watch_id, body),
  })),

  route(contract.removeWatch, async ({ actor, params }) => {
    await removeWatch(actor, params.watch_id)
    return { status: 200, body: { removed: true } }
  }),

  route(contract.checkWatch, async ({ actor, params }) => ({
    status: 202,
    body: await checkWatchNow(actor, params.watch_id),
  })),

  route(contract.renewWatchFeed, async ({ actor, params }) => ({
    status: 200,
    body: await renewFeed(actor, params.watch_id),
  })),

  route(items.listWatchItems, async ({ actor, params, query }) => ({
    status: 200,
    body: await listWatchItems(actor, params.watch_id, query),
  })),

  route(contract.watchFeed, async ({ params, request }) => {
    const { xml, updated } = await renderWatchFeed(params.watch_id, params.token)
    const etag = entityTag(versionOfBytes(xml), 'atom')
    const headers = { etag, 'last-modified': updated.toUTCString(), 'cache-control': 'private, no-cache' }
    if (isUnchanged(request.headers, etag, updated)) return new Response(null, { status: 304, headers })
    return new Response(xml, { headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' } })
  }),

  route(hub.confirmWatchHub, async ({ params, query }) => {
    const challenge = await confirmSubscription(params.watch_id, {
      mode: query['hub.mode'],
      topic: query['hub.topic'],
      challenge: query['hub.challenge'],
      leaseSeconds: query['hub.lease_seconds'],
    })
    // A browser must never take what a stranger wrote for a page.
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
    return new Response(challenge, { headers })
  }),

  route(hub.pingWatch, async ({ params, request }) => {
    const body = (await readRequestBody(request, 'feed')) ?? new Uint8Array()
    await receivePing(params.watch_id, request.headers.get('x-hub-signature'), body)
    return { status: 202, body: { received: true } }
  }),
]
