import { documentStream } from '@/lib/archive/documents/stream-document'
import { renderOptions } from '@/lib/archive/render/render-fields'
import { whileAdmitted } from '@/lib/core/http/while-admitted'
import { type Route, route } from '@/lib/core/operations/route'
import { cancelJob } from './cancel-job'
import { findJobSegments } from './chunks/find-job-segments'
import * as contract from './contract'
import { findJob } from './find-job'
import { listJobs } from './list-jobs'
import { parseFormat } from './parse-format'
import { receiveSpeechWebhook } from './remote/speech-webhook'
import { hasLastEvent, toEventStream } from './watch/to-event-stream'
import { watchJob } from './watch/watch-job'

export const jobRoutes: Route[] = [
  route(contract.listJobs, async ({ actor, query }) => ({ status: 200, body: await listJobs(actor, query) })),

  route(contract.getJob, async ({ actor, params, query }) => {
    const job = await findJob(actor, params.job_id, parseFormat(query.format), renderOptions(query))
    return { status: 200, body: job, ...documentStream(job.transcript?.document) }
  }),

  route(contract.watchJob, async ({ params, query, request, ...admission }) => {
    const format = parseFormat(query.format)
    const options = renderOptions(query)
    const { actor } = admission
    const job = await findJob(actor, params.job_id, format, options)
    if (hasLastEvent(request, job)) return new Response(null, { status: 204 })
    const watch = (signal: AbortSignal) => watchJob(actor, params.job_id, { format, options }, signal)
    return toEventStream((signal) => whileAdmitted(admission, watch, signal), request)
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
