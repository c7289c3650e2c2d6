import { renderOptions } from '@/lib/archive/render/render-fields'
import { entityTag, isUnchanged, versionOf } from '@/lib/core/http/revalidation'
import { type Reply, type Route, route } from '@/lib/core/operations/route'
import { parseFormat } from '@/lib/jobs/parse-format'
import { bareDocumentType, renderedFormat, transcriptReply } from '@/lib/transcripts/bare-document'
import { changeTranscriptions, updateTranscription } from './change-transcriptions'
import { checkTranscription } from './checks/check-transcription'
import * as checks from './checks/contract'
import * as contract from './contract'
import type { CorrectedTranscription } from './corrections/contract'
import * as corrections from './corrections/contract'
import { correctSegments, correctSpeakers, correctWords, restoreRevision } from './corrections/correct-segments'
import { listRevisions } from './corrections/list-revisions'
import { findVersionedTranscript, type VersionedTranscript } from './find-user-transcript'
import { listTranscriptions } from './list-transcriptions'
import { removeTranscription } from './removal/remove-transcription'
import * as tags from './tags/contract'
import { listTags } from './tags/list-tags'
import * as again from './transcribe-again/contract'
import { transcribeAgain } from './transcribe-again/transcribe-again'
import * as trash from './trash/contract'
import { listTrash } from './trash/list-trash'
import { emptyTrash } from './trash/purge-trash'
import { restoreTranscription } from './trash/restore-transcription'
import * as vocabulary from './vocabulary/contract'
import { findVocabulary, setVocabulary, suggestCorrections } from './vocabulary/use-vocabulary'

/**
 * The entity tag of a transcript as it is read: the version of its text, by which an edit finds out that it has changed, and after
 * a dot what else of the response may change. Null for a text without a version.
 */
function transcriptEtag({ transcript, version }: VersionedTranscript, accept: string | null): string | null {
  if (version === null) return null
  return entityTag(version, versionOf([transcript, bareDocumentType(accept, transcript)]))
}

/** The header by which a request names the version of the text that it corrects. */
function optionsOf(request: Request) {
  return { ifMatch: request.headers.get('if-match'), signal: request.signal }
}

function corrected(body: CorrectedTranscription): Reply {
  return { status: 200, body, headers: { etag: body.etag } }
}

export const libraryRoutes: Route[] = [
  route(corrections.editSegments, async ({ actor, params, body, request }) =>
    corrected(await correctSegments(actor, params.id, body, optionsOf(request))),
  ),

  route(corrections.editSpeakers, async ({ actor, params, body, request }) =>
    corrected(await correctSpeakers(actor, params.id, body, optionsOf(request))),
  ),

  route(corrections.replaceWords, async ({ actor, params, body, request }) =>
    corrected(await correctWords(actor, params.id, body, optionsOf(request))),
  ),

  route(corrections.listRevisions, async ({ actor, params, query }) => ({
    status: 200,
    body: await listRevisions(actor, params.id, query),
  })),

  route(corrections.restoreRevision, async ({ actor, params, request }) =>
    corrected(await restoreRevision(actor, params.id, params.number, optionsOf(request))),
  ),

  route(vocabulary.readVocabulary, async ({ actor }) => ({ status: 200, body: await findVocabulary(actor) })),

  route(vocabulary.setVocabulary, async ({ actor, body }) => ({ status: 200, body: await setVocabulary(actor, body) })),

  route(vocabulary.listSuggestions, async ({ actor, params, request }) => ({
    status: 200,
    body: await suggestCorrections(actor, params.id, request.signal),
  })),

  route(contract.listTranscriptions, async ({ actor, query, request }) => ({
    status: 200,
    body: await listTranscriptions(actor, query, request.signal),
  })),

  route(contract.readTranscription, async ({ actor, params, query, request }) => {
    const accept = request.headers.get('accept')
    const format = renderedFormat(accept, parseFormat(query.format))
    const found = await findVersionedTranscript(actor, params.id, format, renderOptions(query))
    const etag = transcriptEtag(found, accept)
    const headers: Record<string, string> = etag === null ? {} : { etag }
    if (etag !== null && isUnchanged(request.headers, etag)) return { status: 304, body: undefined, headers }
    const reply = transcriptReply(found.transcript, accept, { 'cache-control': 'private, no-store', ...headers })
    return reply instanceof Response ? reply : { ...reply, headers: { ...headers, ...reply.headers } }
  }),

  route(checks.checkTranscription, async ({ actor, params, query, request }) => ({
    status: 200,
    body: await checkTranscription(actor, params.id, renderOptions(query), request.signal),
  })),

  route(contract.updateTranscription, async ({ actor, params, body }) => ({
    status: 200,
    body: await updateTranscription(actor, params.id, body),
  })),

  route(contract.removeTranscription, async ({ actor, params, query }) => {
    await removeTranscription(actor, params.id, query)
    return { status: 204, body: undefined }
  }),

  route(trash.restoreTranscription, async ({ actor, params }) => ({
    status: 200,
    body: await restoreTranscription(actor, params.id),
  })),

  route(trash.listTrash, async ({ actor, query }) => ({ status: 200, body: await listTrash(actor, query) })),

  route(trash.emptyTrash, async ({ actor }) => ({ status: 200, body: { deleted: await emptyTrash(actor) } })),

  route(tags.listTags, async ({ actor }) => ({ status: 200, body: await listTags(actor) })),

  route(contract.changeTranscriptions, async ({ actor, body }) => ({
    status: 200,
    body: await changeTranscriptions(actor, body),
  })),

  route(again.transcribeAgain, async ({ actor, params, query }) => ({
    status: 202,
    body: await transcribeAgain(actor, params.id, query.lang),
  })),
]
