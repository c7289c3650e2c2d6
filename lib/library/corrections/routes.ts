import { type Reply, type Route, route } from '@/lib/core/operations/route'
import type { CorrectedTranscription } from './contract'
import * as contract from './contract'
import { correctSegments, correctSpeakers, correctWords, restoreRevision } from './correct-segments'
import { listRevisions } from './list-revisions'

/** The header by which a request names the version of the text that it corrects. */
function optionsOf(request: Request) {
  return { ifMatch: request.headers.get('if-match'), signal: request.signal }
}

function corrected(body: CorrectedTranscription): Reply {
  return { status: 200, body, headers: { etag: body.etag } }
}

export const correctionRoutes: Route[] = [
  route(contract.editSegments, async ({ actor, params, body, request }) =>
    corrected(await correctSegments(actor, params.id, body, optionsOf(request))),
  ),

  route(contract.editSpeakers, async ({ actor, params, body, request }) =>
    corrected(await correctSpeakers(actor, params.id, body, optionsOf(request))),
  ),

  route(contract.replaceWords, async ({ actor, params, body, request }) =>
    corrected(await correctWords(actor, params.id, body, optionsOf(request))),
  ),

  route(contract.listRevisions, async ({ actor, params, query }) => ({
    status: 200,
    body: await listRevisions(actor, params.id, query),
  })),

  route(contract.restoreRevision, async ({ actor, params, request }) =>
    corrected(await restoreRevision(actor, params.id, params.number, optionsOf(request))),
  ),
]
