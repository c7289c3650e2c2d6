import { isBinary } from '@/lib/captions/document-files'
import type { Actor } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import { type Reply, type Route, route } from '@/lib/core/operations/route'
import { renderedFormat, transcriptReply } from './bare-document'
import * as contract from './contract'
import * as languages from './languages/contract'
import { listLanguages } from './languages/list-languages'
import { findLibraryItem } from './library-item/find-library-item'
import { type Obtained, obtainTranscript } from './obtain-transcript'

const POLL_AFTER_SECONDS = 2

async function answer(actor: Actor, obtained: Obtained, accept: string | null): Promise<Reply | Response> {
  if (obtained.kind === 'job') {
    const headers = {
      location: `${env().baseUrl}/v1/jobs/${obtained.job.job_id}`,
      'retry-after': String(POLL_AFTER_SECONDS),
    }
    return { status: 202, body: obtained.job, headers }
  }
  const { transcript } = obtained
  const format = renderedFormat(accept, transcript.format)
  if (!isBinary(format)) return transcriptReply(transcript, accept)
  const item = await findLibraryItem(actor, transcript.id, format)
  return transcriptReply(item.transcript ?? transcript, accept)
}

export const transcriptRoutes: Route[] = [
  route(contract.createTranscript, async ({ actor, body, request }) =>
    answer(actor, await obtainTranscript(actor, body, request.signal), request.headers.get('accept')),
  ),

  route(languages.listLanguages, async ({ query, identifyCaller, request }) => ({
    status: 200,
    body: await listLanguages(query.url, identifyCaller, request.signal),
  })),
]
