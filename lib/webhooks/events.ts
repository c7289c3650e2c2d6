import { z } from 'zod'
import {
  ImportStatus as importStatuses,
  ImportItemState as itemStates,
  SkipReason as skipReasons,
} from '@/lib/core/generated/prisma/enums'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'

const jobFields = {
  job_id: z.string(),
  job_url: z.string(),
  platform: z.string(),
  video_id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  lang: z.string(),
}

const countFields = {
  batch_id: z.string(),
  status: z.enum(importStatuses),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
}

/** The `data` of a message, by the type of its event. */
export const EVENT_DATA = {
  'job.done': z.object({ ...jobFields, transcript_id: z.string(), error: orNull(problemSchema) }),
  'job.error': z.object({ ...jobFields, transcript_id: z.string().nullable(), error: problemSchema }),
  'import.done': z.object({ ...countFields, source_url: z.string().nullable(), title: z.string().nullable() }),
  'batch.done': z.object(countFields),
  'watch.item': z.object({
    watch_id: z.string(),
    source_url: z.string().nullable(),
    source_title: z.string().nullable(),
    guid: z.string(),
    title: z.string(),
    audio_url: z.string(),
    published: z.string().nullable(),
    status: z.enum(itemStates),
    reason: z.enum(skipReasons).nullable(),
    error: orNull(problemSchema),
    job_id: z.string().nullable(),
    transcript_id: z.string().nullable(),
  }),
  'webhook.test': z.object({ message: z.string() }),
}

/** The type of any message. */
export type EventType = keyof typeof EVENT_DATA

/** The content of the message of an event. */
export type EventData<E extends EventType> = z.input<(typeof EVENT_DATA)[E]>

/** When each message is sent. */
export const EVENT_MEANING: Readonly<Record<EventType, string>> = {
  'job.done': 'A transcript is ready',
  'job.error': 'A job failed or was cancelled',
  'import.done': 'An import ended',
  'batch.done': 'A batch ended',
  'watch.item': 'A watch has brought an item',
  'webhook.test': 'You sent a test event',
}
