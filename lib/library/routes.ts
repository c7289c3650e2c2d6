import { parseFormat } from '@/lib/jobs/parse-format'
import { type Route, route } from '@/lib/platform/route'
import { transcriptReply } from '@/lib/transcripts/bare-document'
import * as contract from './contract'
import { findUserTranscript } from './find-user-transcript'
import { listTranscriptions } from './list-transcriptions'
import { removeTranscription } from './remove-transcription'

export const libraryRoutes: Route[] = [
  route(contract.listTranscriptions, async ({ actor, query, request }) => ({
    status: 200,
    body: await listTranscriptions(actor, query, request.signal),
  })),

  route(contract.readTranscription, async ({ actor, params, query, request }) => {
    const transcript = await findUserTranscript(actor, params.id, parseFormat(query.format))
    return transcriptReply(transcript, request.headers.get('accept'), { 'cache-control': 'private, no-store' })
  }),

  route(contract.removeTranscription, async ({ actor, params }) => {
    await removeTranscription(actor, params.id)
    return { status: 204, body: undefined }
  }),
]
