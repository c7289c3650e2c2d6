import { readFormat } from '@/lib/jobs/read-format'
import { type Route, route } from '@/lib/platform/route'
import { bareDocumentType } from '@/lib/transcripts/bare-document'
import * as contract from './contract'
import { listTranscriptions } from './list-transcriptions'
import { readTranscript } from './read-transcript'
import { removeTranscription } from './remove-transcription'

export const historyRoutes: Route[] = [
  route(contract.listTranscriptions, async ({ actor, query }) => ({
    status: 200,
    body: await listTranscriptions(actor, query),
  })),

  route(contract.readTranscription, async ({ actor, params, query, request }) => {
    const transcript = await readTranscript(actor, params.id, readFormat(query.format))
    const type = bareDocumentType(request.headers.get('accept'), transcript)
    if (!type) return { status: 200, body: transcript }
    const headers = { 'content-type': type, 'cache-control': 'private, no-store' }
    return new Response(transcript.content ?? '', { headers })
  }),

  route(contract.removeTranscription, async ({ actor, params }) => {
    await removeTranscription(actor, params.id)
    return { status: 204, body: undefined }
  }),
]
