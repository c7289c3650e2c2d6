import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { WatchPause } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { isPeriod, PERIOD_PATTERN } from './period'

const TAG = 'Watches'
const PATH = '/v1/watches'

const DEFAULT_EVERY = '6h'
const DEFAULT_MAX_PER_DAY = 50
export const MAX_BACKFILL = 500
export const MAX_PER_DAY = 1000
const NO_PERIOD = 'Input should be a period from 15m to 7d, such as 30m, 6h or 2d'

const everyField = () =>
  z
    .string()
    .max(10)
    .superRefine((value, context) => {
      if (isPeriod(value)) return
      context.addIssue({ code: 'custom', message: NO_PERIOD, params: { type: 'value_error' } })
    })
    .meta({ pattern: PERIOD_PATTERN })

const maxPerDayField = () => z.int().min(1).max(MAX_PER_DAY).nullable()

const watchFields = {
  id: z.string(),
  url: z.string(),
  /** Null until the list is read. */
  title: z.string().nullable(),
  platform: platformSchema.nullable(),
  lang: z.string().nullable(),
  every: z.string(),
  backfill: z.int(),
  max_per_day: z.int().nullable(),
  /** `new` until the list was read for the first time. */
  status: z.enum(['new', 'active', 'failing', 'paused']),
  /** Why it is paused. */
  pause_reason: z.enum(WatchPause).nullable(),
  /** How the last check has failed, and since when checks have. */
  error: orNull(problemSchema),
  failing_since: z.string().nullable(),
  last_checked_at: z.string().nullable(),
  /** Null while it is paused. */
  next_check_at: z.string().nullable(),
  /** How many items were taken, and how many wait for `max_per_day`. */
  taken: z.int(),
  waiting: z.int(),
  last_taken_at: z.string().nullable(),
  created_at: z.string(),
}

export const watchSchema = z.object(watchFields).meta({ id: 'Watch' })
export type Watch = z.infer<typeof watchSchema>

export const watchWithFeedSchema = z
  .object({
    ...watchFields,
    /** The secret link of its Atom feed of results, given this once; null where the watch was there already. */
    feed_url: z.string().nullable(),
  })
  .meta({ id: 'WatchWithFeed' })
export type WatchWithFeed = z.infer<typeof watchWithFeedSchema>

export const watchListSchema = z
  .object({
    watches: z.array(watchSchema),
    /** For the next page; null: this is the last one. */
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'WatchList' })
export type WatchList = z.infer<typeof watchListSchema>

const params = z.object({ watch_id: nameField() })
const page = { limit: queryInt({ min: 1, max: 100, default: 50 }), cursor: nameField().optional() }

export const createWatchSchema = z
  .object({
    url: linkField(),
    /** As for a transcript. */
    lang: nameField().optional().meta({ default: 'en' }),
    every: everyField().default(DEFAULT_EVERY),
    /** This many of the newest existing items are transcribed too. */
    backfill: z.int().min(0).max(MAX_BACKFILL).default(0),
    /** The most items that are taken in 24 hours; the others wait. Null: all. */
    max_per_day: maxPerDayField().default(DEFAULT_MAX_PER_DAY),
  })
  .meta({ id: 'WatchRequest' })
export type CreateWatch = z.infer<typeof createWatchSchema>

const updateWatchSchema = z
  .object({
    lang: nameField().nullable().optional(),
    every: everyField().optional(),
    max_per_day: maxPerDayField().optional(),
    paused: z.boolean().optional(),
  })
  .meta({ id: 'WatchUpdate' })
export type UpdateWatch = z.infer<typeof updateWatchSchema>

export const createWatch = defineOperation({
  id: 'createWatch',
  method: 'post',
  path: PATH,
  summary: 'Watch a show, a channel or a playlist: its new items are transcribed as they appear',
  description:
    'The first check takes nothing that is there already, unless `backfill` says how many of the newest items. The link of the feed of results is returned once.',
  tag: TAG,
  access: 'imports',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS, 'invalid_language', 'too_many_watches'],
  idempotencyKey: true,
  body: createWatchSchema,
  success: watchWithFeedSchema,
  answers: {
    200: { description: 'You watch this already; the watch as it is', schema: watchWithFeedSchema },
    201: { description: 'The watch, with the link of its feed', schema: watchWithFeedSchema },
  },
})

export const listWatches = defineOperation({
  id: 'listWatches',
  method: 'get',
  path: PATH,
  summary: 'List your watches, newest first',
  tag: TAG,
  access: 'imports',
  limit: 'frequent',
  query: z.object(page),
  success: watchListSchema,
  answers: { 200: { description: 'A page of the watches', schema: watchListSchema } },
})

export const getWatch = defineOperation({
  id: 'getWatch',
  method: 'get',
  path: `${PATH}/{watch_id}`,
  summary: 'Get a watch',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  success: watchSchema,
  answers: { 200: { description: 'The watch', schema: watchSchema } },
})

export const updateWatch = defineOperation({
  id: 'updateWatch',
  method: 'patch',
  path: `${PATH}/{watch_id}`,
  summary: 'Change a watch, pause it or resume it',
  description:
    'Fields that are left out stay as they are. A watch that was paused after failures is resumed with `paused: false`.',
  tag: TAG,
  access: 'imports',
  problems: ['not_found', 'invalid_language', 'already_watched'],
  params,
  body: updateWatchSchema,
  success: watchSchema,
  answers: { 200: { description: 'The updated watch', schema: watchSchema } },
})

const removedSchema = z.object({ removed: z.literal(true) }).meta({ id: 'WatchRemoved' })

export const removeWatch = defineOperation({
  id: 'removeWatch',
  method: 'delete',
  path: `${PATH}/{watch_id}`,
  summary: 'Delete a watch: its transcripts are kept, running items are cancelled',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  params,
  success: removedSchema,
  answers: { 200: { description: 'The watch was deleted', schema: removedSchema } },
})

export const checkWatch = defineOperation({
  id: 'checkWatch',
  method: 'post',
  path: `${PATH}/{watch_id}/check`,
  summary: 'Check a watch now, once a minute at most',
  tag: TAG,
  access: 'imports',
  problems: ['not_found', 'watch_paused'],
  params,
  success: watchSchema,
  answers: { 202: { description: 'The watch, which is being checked', schema: watchSchema } },
})

export const renewWatchFeed = defineOperation({
  id: 'renewWatchFeed',
  method: 'post',
  path: `${PATH}/{watch_id}/feed`,
  summary: 'Create a new link for the feed of results; the former one stops working',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  params,
  success: watchWithFeedSchema,
  answers: { 200: { description: 'The watch, with the new link', schema: watchWithFeedSchema } },
})

export const watchFeed = defineOperation({
  id: 'watchFeed',
  method: 'get',
  path: `${PATH}/{watch_id}/feed/{token}`,
  summary: 'The Atom feed of the last 50 transcripts of a watch, by its secret link',
  tag: TAG,
  access: 'public',
  problems: ['not_found'],
  params: z.object({ watch_id: nameField(), token: nameField() }),
  success: z.string(),
  answers: {
    200: { description: 'The feed', mediaTypes: ['application/atom+xml'] },
    304: { description: 'You have it already, by `If-None-Match` or `If-Modified-Since`' },
  },
})
