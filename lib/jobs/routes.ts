import { documentStream } from '@/lib/archive/documents/stream-document'
import { type Route, route } from '@/lib/platform/route'
import { cancelJob } from './cancel-job'
import * as contract from './contract'
import { findJob, findRunningJob } from './find-job'
import { findJobSegments } from './find-job-segments'
import { parseFormat } from './parse-format'
import { receiveSpeechWebhook } from './receive-speech-webhook'
import { toEventStream } from './to-event-stream'
import { watchJob } from './watch-job'

export const jobRoutes: Route[] = [
  route(
    contract.getJob,
    async ({ actor, params, query }) => {
      const job = await findJob(actor, params.job_id, parseFormat(query.format))
      return { status: 200, body: job, ...documentStream(job.transcript?.document) }
    },
    async ({ params, query }, keyHash) => {
      const job = await findRunningJob(keyHash, params.job_id, parseFormat(query.format))
      return job && { status: 200, body: job }
    },
  ),

  route(contract.watchJob, async ({ actor, params, query, request }) => {
    const format = parseFormat(query.format)
    await findJob(actor, params.job_id, format)
    return toEventStream((signal) => watchJob(actor, params.job_id, format, signal), request.signal)
  }),

  route(contract.readJobSegments, async ({ actor, params, query, request }) => ({
    status: 200,
    body: await findJobSegments(actor, params.job_id, query.after_ms, request.signal),
  })),

  route(contract.cancelJob, async ({ actor, params }) => {
    const job = await cancelJob(actor, params.job_id)
    return { status: 200, body: job, ...documentStream(job.transcript?.document) }
  }),

  route(contract.speechWebhook, async ({ request }) => {
    await receiveSpeechWebhook(request)
    return { status: 200, body: { received: true } }
  }),
]
