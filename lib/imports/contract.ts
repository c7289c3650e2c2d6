import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import {
  ImportStatus as importStatuses,
  ImportItemState as itemStates,
  SkipReason as skipReasons,
} from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { MAX_CHOSEN } from './choice/choose-items'

export const TAG = 'Podcasts and imports'

const resolveRequestSchema = z.object({ url: linkField() }).meta({ id: 'ResolveRequest' })

const showSchema = z.object({ title: z.string() }).meta({ id: 'ShowInfo' })

export const episodeSchema = z
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
  summary: 'Inspect a podcast link: a show with its episodes, an episode, or a recording',
  tag: TAG,
  access: 'transcripts:read',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS],
  body: resolveRequestSchema,
  success: resolveResponseSchema,
  answers: { 200: { description: 'The contents of the link', schema: resolveResponseSchema } },
})

export const importStatusSchema = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof importStatusSchema>

export const itemStatusSchema = z.enum(itemStates)
export type ItemStatus = z.infer<typeof itemStatusSchema>

/** Why an episode was skipped. */
const skipReasonSchema = z.enum(skipReasons)
export type SkipReason = z.infer<typeof skipReasonSchema>

/** The most ids that one import can name: as many as are read of a list of videos. */
const MAX_IDS = 5000
const MAX_SEARCH_CHARACTERS = 200
/** A guid of a feed may be any text. */
const MAX_ID_CHARACTERS = 2048

/** Which items an import takes; without any of these, all. */
const choiceShape = {
  /** Only what has all of these words in its title, in any case. */
  search: textField(MAX_SEARCH_CHARACTERS).optional(),
  /** Only from this place in the list on, counted from 1. */
  from: z.int().min(1).optional(),
  /** Only up to this place in the list, which is included. */
  to: z.int().min(1).optional(),
  /** Only so many, the newest by date; where the list has no dates, the first. */
  newest: z.int().min(1).max(MAX_CHOSEN).optional(),
  /**
   * Only what has captions or its publisher's transcript, so that nothing is transcribed from its sound. Where the list
   * does not tell, the item is looked at when its turn comes, and skipped as `no_captions`.
   */
  only_with_captions: z.boolean().optional(),
  /** Only the items with these ids, as `guid` in a preview. */
  ids: z.array(textField(MAX_ID_CHARACTERS)).max(MAX_IDS).optional(),
  /** The most items that you do not have yet, in the order of the list; the next import continues after them. */
  maximum: z.int().min(1).max(MAX_CHOSEN).optional(),
}

export const importChoiceSchema = z.object(choiceShape).meta({ id: 'ImportChoice' })

const NO_RANGE = 'Input should not be less than from: the two are the first and the last place in the list'

/** Checks that the places of a choice are in order. */
export function checkRange(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (from === undefined || to === undefined || from <= to) return
  context.addIssue({ code: 'custom', path: ['to'], message: NO_RANGE, params: { type: 'value_error' } })
}

export const importRequestSchema = z
  .object({
    url: linkField(),
    /**
     * As for a transcript: the default is `en` for publishers' transcripts, and the language spoken for speech-to-text.
     */
    lang: nameField().optional().meta({ default: 'en' }),
    ...choiceShape,
  })
  .superRefine(checkRange)
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
    status: importStatusSchema,
    note: z.string().nullable(),
    /** `podcast` for a show, else whose videos the list has; null until the list is read. */
    platform: platformSchema.nullable(),
    /** Which items were wanted; null: all. */
    choice: orNull(importChoiceSchema),
    created_at: z.string().nullable(),
  })
  .meta({ id: 'ImportBatchOut' })
export type ImportBatch = z.infer<typeof importBatchSchema>

/**
 * An episode or a video of an import: `guid` is the feed's or the platform's own id, `audio_url` of a video its link.
 * `reason` says why it was skipped, `error` why it failed.
 */
const importItemSchema = episodeSchema
  .extend({
    status: itemStatusSchema,
    reason: skipReasonSchema.nullable(),
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
  summary:
    'Transcribe a show, a playlist or a channel, or a part of it, but for what you have already. The same import is not begun twice at a time',
  description:
    'Items that you have already are skipped, and so are items beyond your minutes. `GET /v1/import/{batch_id}` has the progress; the webhook `import.done` tells when it ends.',
  tag: TAG,
  access: 'imports',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS, 'invalid_language', 'too_many_jobs'],
  idempotencyKey: true,
  body: importRequestSchema,
  success: importStartSchema,
  answers: { 200: { description: 'The import has started', schema: importStartSchema } },
})

export const listImports = defineOperation({
  id: 'listImports',
  method: 'get',
  path: '/v1/import',
  summary: 'List your last 200 imports and older ones in progress, newest first',
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
  summary: 'Get an import and its progress',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params: batchParams,
  success: importBatchSchema,
  answers: { 200: { description: 'The import', schema: importBatchSchema } },
})

export const listImportItems = defineOperation({
  id: 'listImportItems',
  method: 'get',
  path: '/v1/import/{batch_id}/items',
  summary: 'List the episodes or videos of an import in list order, with their results',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  limit: 'frequent',
  params: batchParams,
  query: z.object({
    limit: queryInt({ min: 1, max: 100, default: 50 }),
    offset: queryInt({ min: 0, default: 0 }),
    status: itemStatusSchema.optional(),
  }),
  success: importItemListSchema,
  answers: { 200: { description: 'A page of the items', schema: importItemListSchema } },
})

export const cancelImport = defineOperation({
  id: 'cancelImport',
  method: 'delete',
  path: '/v1/import/{batch_id}',
  summary: 'Cancel an import: finished transcripts are kept, nothing else is charged',
  tag: TAG,
  access: 'imports',
  problems: ['not_found'],
  params: batchParams,
  success: importBatchSchema,
  answers: { 200: { description: 'The updated import', schema: importBatchSchema } },
})
