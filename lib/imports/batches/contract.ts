import { z } from 'zod'
import { FORMATS, platformSchema, transcriptSchema } from '@/lib/captions/transcript'
import { SkipReason as skipReasons } from '@/lib/core/generated/prisma/enums'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { importStatusSchema, itemStatusSchema } from '../contract'

const TAG = 'Batches'

/** The most items that one batch can have. */
export const MAX_BATCH_ITEMS = 1000
const MAX_CUSTOM_ID_CHARACTERS = 200
/** How many batches and items a page has at most. */
const MAX_PAGE = 100
const PAGE = 50

/** Exactly one of `url`, `upload` and `audio` is to be non-empty, as in a request for one transcript. */
const batchItemRequestSchema = z
  .object({
    url: linkField().nullish(),
    audio: linkField().nullish(),
    upload: linkField().nullish(),
    lang: nameField().optional().meta({ default: 'en' }),
    /** Its format in the results. */
    format: nameField().optional().meta({ default: 'json' }),
    /** Your own name for the item, returned with its result. */
    custom_id: textField(MAX_CUSTOM_ID_CHARACTERS).nullish(),
  })
  .meta({ id: 'BatchItemRequest' })
export type BatchItemRequest = z.infer<typeof batchItemRequestSchema>

export const batchRequestSchema = z
  .object({
    items: z.array(batchItemRequestSchema).min(1).max(MAX_BATCH_ITEMS),
    /** Accept partial transcripts where the allowance is too small. */
    allow_partial: laxBoolean({ default: false }),
    /** Accept no other languages than the requested ones. */
    strict_lang: laxBoolean({ default: false }),
    /** Estimate the batch, and start nothing. */
    dry_run: laxBoolean({ default: false }),
  })
  .meta({ id: 'BatchRequest' })
export type BatchRequest = z.infer<typeof batchRequestSchema>

/** An item that was refused; the other items of its batch are worked on. `index` counts from 0. */
const batchItemErrorSchema = z
  .object({ index: z.int(), custom_id: z.string().nullable(), problem: problemSchema })
  .meta({ id: 'RefusedBatchItem' })
export type RefusedBatchItem = z.infer<typeof batchItemErrorSchema>

const batchShape = {
  id: z.string(),
  status: importStatusSchema,
  total: z.int(),
  queued: z.int(),
  in_progress: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
  note: z.string().nullable(),
  created_at: z.string(),
  /** Null while the batch is running. */
  finished_at: z.string().nullable(),
}

/** A batch. Its counts add up to `total`; refused items count as failed. `note` is an explanation in words. */
export const batchSchema = z.object(batchShape).meta({ id: 'Batch' })
export type Batch = z.infer<typeof batchSchema>

/** A batch that has just started, with the items that were refused. */
export const batchStartedSchema = z
  .object({ ...batchShape, errors: z.array(batchItemErrorSchema) })
  .meta({ id: 'BatchStarted' })
export type BatchStarted = z.infer<typeof batchStartedSchema>

const previewedItemSchema = z
  .object({
    index: z.int(),
    custom_id: z.string().nullable(),
    /** Null for a link that only opening it would tell. */
    platform: platformSchema.nullable(),
    title: z.string().nullable(),
    /** Null where the length is not known before the item is worked on. */
    duration_seconds: z.number().nullable(),
    /** Its cost: 0 for a transcript that you have already, and for a repeated item of the batch. */
    seconds: z.int().nullable(),
    already_transcribed: z.boolean(),
    /** The earlier item of the batch that shares its transcript. */
    duplicate_of: z.int().nullable(),
  })
  .meta({ id: 'BatchPreviewItem' })
export type PreviewedItem = z.infer<typeof previewedItemSchema>

/** The cost of a batch, as far as it is known without opening its links. Nothing is started, reserved or charged. */
export const batchPreviewSchema = z
  .object({
    dry_run: z.literal(true),
    items: z.array(previewedItemSchema),
    errors: z.array(batchItemErrorSchema),
    /** The cost of new items: the seconds of known lengths, and the number of unknown ones. */
    cost: z.object({ items: z.int(), seconds: z.int(), unknown: z.int() }),
    /** Your remaining allowance, and the number of items of known length that it covers, in their order. */
    allowance: z.object({ remaining_seconds: z.int(), reached: z.int() }),
  })
  .meta({ id: 'BatchPreview' })
export type BatchPreview = z.infer<typeof batchPreviewSchema>

export const batchListSchema = z
  .object({ batches: z.array(batchSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'BatchList' })
export type BatchList = z.infer<typeof batchListSchema>

const itemShape = {
  index: z.int(),
  custom_id: z.string().nullable(),
  url: z.string().nullable(),
  audio: z.string().nullable(),
  upload: z.string().nullable(),
  lang: z.string().nullable(),
  format: z.enum(FORMATS),
  status: itemStatusSchema,
  reason: z.enum(skipReasons).nullable(),
  error: orNull(problemSchema),
  job_id: z.string().nullable(),
  /** The library item with its transcript. */
  transcript_id: z.string().nullable(),
}

/** An item of a batch: `reason` says why it was skipped, `error` why it failed or was refused. */
export const batchItemSchema = z
  .object({
    ...itemShape,
    title: z.string().nullable(),
    /** For an item in progress, 0 to 1. */
    progress: z.number().min(0).max(1).nullable(),
  })
  .meta({ id: 'BatchItem' })
export type BatchItem = z.infer<typeof batchItemSchema>

export const batchItemListSchema = z
  .object({ items: z.array(batchItemSchema), next_cursor: z.string().nullable() })
  .meta({ id: 'BatchItemList' })
export type BatchItemList = z.infer<typeof batchItemListSchema>

/** A line of `results.jsonl`: an item with its transcript in its format; null where there is none. */
export const batchResultSchema = z
  .object({ ...itemShape, transcript: orNull(transcriptSchema) })
  .meta({ id: 'BatchResult' })
export type BatchResult = Omit<z.infer<typeof batchResultSchema>, 'transcript'>

const params = z.object({ batch_id: nameField() })
/** Results are texts of the library, so they require its scope. */
const results = {
  params,
  tag: TAG,
  access: 'transcripts:read',
  isLongLasting: true,
  problems: ['not_found', 'batch_not_done'],
} as const

export const startBatch = defineOperation({
  id: 'startBatch',
  method: 'post',
  path: '/v1/batches',
  summary: 'Transcribe up to 1,000 links and uploads, or estimate what that costs',
  description:
    'Invalid items are listed in `errors`; the rest runs. Duplicates share one transcript and one charge. With `dry_run` nothing starts.',
  tag: TAG,
  access: 'imports',
  problems: ['invalid_batch', 'too_many_jobs'],
  idempotencyKey: true,
  body: batchRequestSchema,
  bodyKind: 'batch',
  success: z.union([batchStartedSchema, batchPreviewSchema]),
  answers: {
    200: { description: 'The estimate, with `dry_run`: nothing was started', schema: batchPreviewSchema },
    202: { description: 'The batch has started, without the items in `errors`', schema: batchStartedSchema },
  },
})

export const listBatches = defineOperation({
  id: 'listBatches',
  method: 'get',
  path: '/v1/batches',
  summary: 'List your batches, newest first',
  tag: TAG,
  access: 'imports',
  limit: 'frequent',
  query: z.object({
    limit: queryInt({ min: 1, max: MAX_PAGE, default: PAGE }),
    /** `next_cursor` of the page before. */
    cursor: nameField().optional(),
  }),
  success: batchListSchema,
  answers: { 200: { description: 'A page of the batches', schema: batchListSchema } },
})

export const getBatch = defineOperation({
  id: 'getBatch',
  method: 'get',
  path: '/v1/batches/{batch_id}',
  summary: 'Get a batch and its progress',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  success: batchSchema,
  answers: { 200: { description: 'The batch', schema: batchSchema } },
})

export const listBatchItems = defineOperation({
  id: 'listBatchItems',
  method: 'get',
  path: '/v1/batches/{batch_id}/items',
  summary: 'List the items of a batch in the order they were sent, with their results',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params,
  query: z.object({
    limit: queryInt({ min: 1, max: MAX_PAGE, default: PAGE }),
    /** `next_cursor` of the page before. */
    cursor: nameField().optional(),
    status: itemStatusSchema.optional(),
  }),
  success: batchItemListSchema,
  answers: { 200: { description: 'A page of the items', schema: batchItemListSchema } },
})

export const zipBatch = defineOperation({
  id: 'zipBatch',
  method: 'get',
  path: '/v1/batches/{batch_id}/results.zip',
  summary: 'Download the transcripts of an ended batch as files, each in the format of its item',
  description: 'A batch that has not ended returns 409 `batch_not_done`.',
  ...results,
  success: z.unknown(),
  answers: { 200: { description: 'The files', mediaTypes: ['application/zip'] } },
})

export const listBatchResults = defineOperation({
  id: 'listBatchResults',
  method: 'get',
  path: '/v1/batches/{batch_id}/results.jsonl',
  summary: 'Download the results of an ended batch, a line of JSON for each item',
  description: 'A batch that has not ended returns 409 `batch_not_done`.',
  ...results,
  success: z.unknown(),
  answers: { 200: { description: 'A `BatchResult` in each line', mediaTypes: ['application/jsonl'] } },
})

export const cancelBatch = defineOperation({
  id: 'cancelBatch',
  method: 'delete',
  path: '/v1/batches/{batch_id}',
  summary: 'Cancel a batch: finished transcripts are kept, nothing else is charged',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  params,
  success: batchSchema,
  answers: { 200: { description: 'The updated batch', schema: batchSchema } },
})
