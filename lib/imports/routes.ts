import { type Route, route } from '@/lib/core/operations/route'
import { batchRoutes } from './batches/routes'
import { cancelImport } from './cancel-import'
import * as contract from './contract'
import { findImport, listImports } from './find-import'
import { listItems } from './items/list-items'
import { previewImport } from './preview/contract'
import * as preview from './preview/preview-import'
import { resolveLink } from './resolve/contract'
import { describeLink } from './resolve/describe-link'
import { resolvePodcastLink } from './show/resolve-link'
import { startImport } from './start-import'
import { importSubscriptions } from './subscriptions/contract'
import * as subscriptions from './subscriptions/import-subscriptions'

export const importRoutes: Route[] = [
  route(contract.resolvePodcast, async ({ actor, body, request }) => ({
    status: 200,
    body: await resolvePodcastLink(actor, body.url, request.signal),
  })),

  route(resolveLink, async ({ actor, body, request }) => ({
    status: 200,
    body: await describeLink(actor, body.url, request.signal),
  })),

  route(contract.startImport, async ({ actor, body }) => ({
    status: 200,
    body: { batch_id: await startImport(actor, body) },
  })),

  route(previewImport, async ({ actor, body, request }) => ({
    status: 200,
    body: await preview.previewImport(actor, body, request.signal),
  })),

  route(importSubscriptions, async ({ actor, body, request }) => ({
    status: 202,
    body: await subscriptions.importSubscriptions(actor, body, request.signal),
  })),

  route(contract.listImports, async ({ actor }) => ({ status: 200, body: await listImports(actor) })),

  route(contract.getImport, async ({ actor, params }) => ({
    status: 200,
    body: await findImport(actor, params.batch_id),
  })),

  route(contract.listImportItems, async ({ actor, params, query }) => ({
    status: 200,
    body: await listItems(actor, params.batch_id, query),
  })),

  route(contract.cancelImport, async ({ actor, params }) => ({
    status: 200,
    body: await cancelImport(actor, params.batch_id),
  })),

  ...batchRoutes,
]
