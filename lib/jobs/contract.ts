import { z } from 'zod'
import { renderFields } from '@/lib/archive/render/render-fields'
import { FORMATS, platformSchema, segmentSchema, type Transcript, transcriptSchema } from '@/lib/captions/transcript'
import { JobStage as stages, JobStatus as statuses } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField } from '@/lib/core/operations/text-field'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { RUNNING_STATUSES } from './states'

export const jobStatusSchema = z.enum(statuses)
export type JobStatus = z.infer<typeof jobStatusSchema>

export const jobStageSchema = z.enum(stages)
export type JobStage = z.infer<typeof jobStageSchema>

/** Why a job waits, and until when: what failed is then tried again. */
const jobWaitSchema = z.object({ code: z.string(), detail: z.string(), until: z.string() }).meta({ id: 'JobWait' })

/**
 * A job as its callers see it. `progress` is 0 to 1 and never falls; `remaining_seconds` is an estimate, while there is
 * something to go by; `waiting` is null while it works; `transcript` is there once it is done.
 */
export const jobSchema = z
  .object({
    job_id: z.string(),
    status: jobStatusSchema,
    stage: jobStageSchema.nullable(),
    progress: z.number().min(0).max(1),
    remaining_seconds: z.int().nullable(),
    waiting: orNull(jobWaitSchema),
    url: z.string(),
    platform: platformSchema,
    video_id: z.string(),
    title: z.string().nullable(),
    lang: z.string(),
    format: z.enum(FORMATS),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    poll_after_seconds: z.int(),
    transcript: orNull(transcriptSchema),
    error: orNull(problemSchema),
  })
  .meta({ id: 'Job' })
export type Job = Omit<z.infer<typeof jobSchema>, 'transcript'> & { transcript: Transcript | null }

/**
 * The partial segments of a recording, in order and without a gap: from the time asked for up to `covered_ms`. What has
 * been returned never changes.
 */
const jobSegmentsSchema = z
  .object({
    job_id: z.string(),
    status: jobStatusSchema,
    /** The language transcribed; null while there is none. */
    lang: z.string().nullable(),
    /** Send it as `after_ms` for what comes next. */
    covered_ms: z.int(),
    segments: z.array(segmentSchema.omit({ words: true })),
  })
  .meta({ id: 'JobSegments' })
export type JobSegments = z.infer<typeof jobSegmentsSchema>

/** The response when a job makes the transcript: `queued`, or `in_progress` where the caller joins a running job. */
export const jobStartedSchema = z
  .object({ job_id: z.string(), status: z.enum(RUNNING_STATUSES) })
  .meta({ id: 'JobStarted' })
export type JobStarted = z.infer<typeof jobStartedSchema>

/** `next_cursor` of the page before. */
const CURSOR = /^\d{1,15}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** How many jobs a page of the list has. */
const [PAGE, MAX_PAGE] = [50, 100]

const jobEntrySchema = jobSchema.omit({ transcript: true, format: true }).meta({ id: 'JobEntry' })
export type JobEntry = z.infer<typeof jobEntrySchema>

const jobListSchema = z
  .object({ jobs: z.array(jobEntrySchema), next_cursor: z.string().nullable() })
  .meta({ id: 'JobList' })
export type JobList = z.infer<typeof jobListSchema>

export const listJobs = defineOperation({
  id: 'listJobs',
  method: 'get',
  path: '/v1/jobs',
  summary: 'List your jobs, newest first',
  description:
    'By when you asked for each of them. A job that you cancelled has the status `error`. Transcripts are in `GET /v1/me/transcriptions`.',
  tag: 'Transcription',
  access: 'transcripts:read',
  query: z.object({
    status: jobStatusSchema.optional(),
    limit: queryInt({ min: 1, max: MAX_PAGE, default: PAGE }),
    cursor: nameField().regex(CURSOR).meta({ pattern: CURSOR.source }).optional(),
  }),
  success: jobListSchema,
  answers: { 200: { description: 'A page of the jobs', schema: jobListSchema } },
})

const params = z.object({ job_id: nameField() })
/** The largest time of a recording that is accepted. */
const MAX_MS = 2_147_483_647
const query = z.object(renderFields)

export const getJob = defineOperation({
  id: 'getJob',
  method: 'get',
  path: '/v1/jobs/{job_id}',
  summary: 'Get a job, with its transcript once it is done',
  description:
    'Poll it every `poll_after_seconds`. A finished job has its transcript in the requested `format`; results never expire. Everyone who asked for the same recording and language shares one job.',
  tag: 'Transcription',
  access: 'transcripts:read',
  problems: ['not_found', 'unsupported_format'],
  limit: 'frequent',
  params,
  query,
  success: jobSchema,
  answers: { 200: { description: 'The job', schema: jobSchema } },
})

export const watchJob = defineOperation({
  id: 'watchJob',
  method: 'get',
  path: '/v1/jobs/{job_id}/events',
  isLongLasting: true,
  summary: 'Stream a job as server-sent events, on every change until it ends',
  description:
    'The first event is the job as it is now, the last one has its transcript or error. A connection that breaks is opened again without losing anything: send the `id` of the last event as `Last-Event-ID`, and that event is not repeated.',
  tag: 'Transcription',
  access: 'transcripts:read',
  problems: ['not_found', 'unsupported_format'],
  params,
  query,
  success: jobSchema,
  answers: {
    200: { description: 'A stream of `job` events', mediaTypes: ['text/event-stream'] },
    204: { description: 'You have the last event: `EventSource` does not reconnect' },
  },
})

export const readJobSegments = defineOperation({
  id: 'readJobSegments',
  method: 'get',
  path: '/v1/jobs/{job_id}/segments',
  summary: 'Get the text transcribed so far, while the job runs',
  description:
    'Send `covered_ms` of the last response as `after_ms` for what comes next. What was returned never changes.',
  tag: 'Transcription',
  access: 'transcripts:read',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  query: z.object({ after_ms: queryInt({ min: 0, max: MAX_MS, default: 0 }) }),
  success: jobSegmentsSchema,
  answers: { 200: { description: 'The segments after the given time', schema: jobSegmentsSchema } },
})

export const cancelJob = defineOperation({
  id: 'cancelJob',
  method: 'delete',
  path: '/v1/jobs/{job_id}',
  summary: 'Cancel a job; nothing is charged',
  description:
    'If others wait for the same recording, the job continues for them. A job that has ended stays as it is.',
  tag: 'Transcription',
  access: 'transcripts:write',
  problems: ['not_found'],
  params,
  success: jobSchema,
  answers: { 200: { description: 'The job as it is now', schema: jobSchema } },
})

const receivedSchema = z.object({ received: z.literal(true) }).meta({ id: 'WebhookReceived' })

export const speechWebhook = defineOperation({
  id: 'speechWebhook',
  method: 'post',
  path: '/v1/webhooks/speech',
  problems: ['invalid_credentials'],
  summary: 'Receive the notification of a remote speech engine that a recording is done',
  tag: 'Webhooks',
  access: 'public',
  limit: 'frequent',
  rawBody: { description: "The engine's own notification", mediaType: 'application/json', kind: 'json' },
  success: receivedSchema,
  answers: { 200: { description: 'The notification was accepted', schema: receivedSchema } },
})
