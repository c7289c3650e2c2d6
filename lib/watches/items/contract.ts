import { z } from 'zod'
import { ImportItemState, SkipReason, WatchItemState } from '@/lib/core/generated/prisma/enums'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField } from '@/lib/core/operations/text-field'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'

const params = z.object({ watch_id: nameField() })
const page = { limit: queryInt({ min: 1, max: 100, default: 50 }), cursor: nameField().optional() }

/** `seen` was there before, `waiting` waits for its day; the rest is as of an import. */
const watchItemStatusSchema = z.enum([
  ...Object.values(WatchItemState).filter((state) => state !== 'taken'),
  ...Object.values(ImportItemState),
])

const watchItemSchema = z
  .object({
    title: z.string(),
    /** The link of a video; null while it was not taken. */
    audio_url: z.string().nullable(),
    published: z.string().nullable(),
    seen_at: z.string(),
    status: watchItemStatusSchema,
    reason: z.enum(SkipReason).nullable(),
    error: orNull(problemSchema),
    job_id: z.string().nullable(),
    transcript_id: z.string().nullable(),
  })
  .meta({ id: 'WatchItem' })
export type WatchItem = z.infer<typeof watchItemSchema>

export const watchItemListSchema = z
  .object({ items: z.array(watchItemSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'WatchItemList' })
export type WatchItemList = z.infer<typeof watchItemListSchema>

export const listWatchItems = defineOperation({
  id: 'listWatchItems',
  method: 'get',
  path: '/v1/watches/{watch_id}/items',
  summary: 'List the items of a watch with their results, newest first',
  tag: 'Watches',
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  query: z.object({ ...page, include_seen: laxBoolean({ default: false }) }),
  success: watchItemListSchema,
  answers: { 200: { description: 'A page of the items', schema: watchItemListSchema } },
})
