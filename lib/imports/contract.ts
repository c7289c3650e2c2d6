import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { orNull } from '@/lib/platform/or-null'
import { problemSchema } from '@/lib/platform/problem-schema'
import { queryInt } from '@/lib/platform/query-int'
import { linkField, nameField } from '@/lib/platform/text-field'

const TAG = 'Podcasts and imports'

const resolveRequestSchema = z.object({ url: linkField() }).meta({ id: 'ResolveRequest' })

const showSchema = z.object({ title: z.string() }).meta({ id: 'ShowInfo' })

const episodeSchema = z
  .object({
    /** The feed's own id of the episode. */
    guid: z.string(),
    title: z.string(),
    audio_url: z.string(),
    /** ISO 8601, in UTC. */
    published: z.string().nullable(),
    /** As `M:SS` or `H:MM:SS`. */
    duration: z.string().nullable(),
  })
  .meta({ id: 'EpisodeOut' })
export type ResolvedEpisode = z.infer<typeof episodeSchema>

export const resolveResponseSchema = z
  .object({
    kind: z.enum(['show', 'episode', 'audio']),
    /** For a show, and for the show that an episode belongs to. */
    show: orNull(showSchema),
    /** For a show all episodes, as its feed lists them; for an episode itself. */
    episodes: z.array(episodeSchema).nullable(),
    /** For an episode, and for a recording on its own. */
    audio_url: z.string().nullable(),
  })
  .meta({ id: 'ResolveResponse' })
export type ResolveResponse = z.infer<typeof resolveResponseSchema>

export const resolvePodcast = defineOperation({
  id: 'resolvePodcast',
  method: 'post',
  path: '/v1/podcast/resolve',
  summary: 'What a podcast link leads to: a show with its episodes, an episode, or a recording',
  tag: TAG,
  access: 'transcripts:read',
  body: resolveRequestSchema,
  success: resolveResponseSchema,
  answers: { 200: { description: 'What is behind the link', schema: resolveResponseSchema } },
})

export const IMPORT_STATUSES = ['queued', 'in_progress', 'done', 'error', 'cancelled'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export const ITEM_STATUSES = ['queued', 'in_progress', 'done', 'failed', 'skipped'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Why an episode was skipped. */
export const SKIP_REASONS = ['already_transcribed', 'allowance_exceeded', 'cancelled'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

const importRequestSchema = z
  .object({
    url: linkField(),
    /**
     * As for a transcript: the default is `en` for publishers' transcripts, and the language spoken for speech-to-text.
     */
    lang: nameField().optional().meta({ default: 'en' }),
  })
  .meta({ id: 'ImportRequest' })
export type ImportRequest = z.infer<typeof importRequestSchema>

const importStartSchema = z.object({ batch_id: z.string() }).meta({ id: 'ImportStartResponse' })

/**
 * An import: once it has ended, `done`, `failed` and `skipped` add up to `total`. `note` is an explanation in words.
 */
export const importBatchSchema = z
  .object({
    id: z.string(),
    source_url: z.string(),
    title: z.string().nullable(),
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    skipped: z.int(),
    status: z.enum(IMPORT_STATUSES),
    note: z.string().nullable(),
    created_at: z.string().nullable(),
  })
  .meta({ id: 'ImportBatchOut' })
export type ImportBatch = z.infer<typeof importBatchSchema>

/** An episode of an import. `reason` says why it was skipped, `error` why it failed. */
const importItemSchema = episodeSchema
  .extend({
    status: z.enum(ITEM_STATUSES),
    reason: z.enum(SKIP_REASONS).nullable(),
    error: orNull(problemSchema),
    /** For an episode in progress, 0 to 1. */
    progress: z.number().min(0).max(1).nullable(),
    job_id: z.string().nullable(),
    /** The library item with its transcript. */
    transcript_id: z.string().nullable(),
  })
  .meta({ id: 'ImportItem' })
export type ImportItem = z.infer<typeof importItemSchema>

export const importItemListSchema = z
  .object({ items: z.array(importItemSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'ImportItemList' })
export type ImportItemList = z.infer<typeof importItemListSchema>

const batchParams = z.object({ batch_id: nameField() })

export const startImport = defineOperation({
  id: 'startImport',
  method: 'post',
  path: '/v1/import',
  summary: 'Transcribe a whole show, but for what you have already. The same import is not begun twice at a time',
  tag: TAG,
  access: 'imports',
  idempotencyKey: true,
  body: importRequestSchema,
  success: importStartSchema,
  answers: { 200: { description: 'The import has begun', schema: importStartSchema } },
})

export const listImports = defineOperation({
  id: 'listImports',
  method: 'get',
  path: '/v1/import',
  summary: 'Your last 200 imports, the newest first',
  tag: TAG,
  access: 'imports',
  limit: 'frequent',
  success: z.array(importBatchSchema),
  answers: { 200: { description: 'The imports', schema: z.array(importBatchSchema) } },
})

export const getImport = defineOperation({
  id: 'getImport',
  method: 'get',
  path: '/v1/import/{batch_id}',
  summary: 'An import, and how far it is',
  tag: TAG,
  access: 'imports',
  limit: 'frequent',
  params: batchParams,
  success: importBatchSchema,
  answers: { 200: { description: 'The import', schema: importBatchSchema } },
})

export const listImportItems = defineOperation({
  id: 'listImportItems',
  method: 'get',
  path: '/v1/import/{batch_id}/items',
  summary: 'The episodes of an import, as the feed has them, each with its outcome',
  tag: TAG,
  access: 'imports',
  limit: 'frequent',
  params: batchParams,
  query: z.object({
    limit: queryInt({ min: 1, max: 100, default: 50 }),
    offset: queryInt({ min: 0, default: 0 }),
    status: z.enum(ITEM_STATUSES).optional(),
  }),
  success: importItemListSchema,
  answers: { 200: { description: 'A page of the episodes', schema: importItemListSchema } },
})

export const cancelImport = defineOperation({
  id: 'cancelImport',
  method: 'delete',
  path: '/v1/import/{batch_id}',
  summary: 'Cancel an import: what is done stays, nothing else is charged',
  tag: TAG,
  access: 'imports',
  params: batchParams,
  success: importBatchSchema,
  answers: { 200: { description: 'The import as it is now', schema: importBatchSchema } },
})
