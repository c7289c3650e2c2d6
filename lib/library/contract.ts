import { z } from 'zod'
import { MAX_TAGS_OF_ITEM } from '@/lib/archive/library-items/item-tag-table'
import { renderFields } from '@/lib/archive/render/render-fields'
import { BARE_MEDIA_TYPES } from '@/lib/captions/document-files'
import { platformSchema, transcriptSchema, transcriptSourceSchema } from '@/lib/captions/transcript'
import { LibraryItemState as states } from '@/lib/core/generated/prisma/enums'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { momentField } from '@/lib/core/operations/moment-field'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField, textField, trimmedField } from '@/lib/core/operations/text-field'
import { orNull, problemSchema } from '@/lib/core/problem/problem-schema'
import { jobStatusSchema } from '@/lib/jobs/contract'
import { MAX_TAG_CHARACTERS } from './tags/contract'

export const libraryItemStateSchema = z.enum(states)
export type LibraryItemState = z.infer<typeof libraryItemStateSchema>

const ENTRY_SORTS = ['created_at', 'duration_seconds', 'total_seconds', 'title'] as const

/** A match of the search with the words around it; its time in seconds. */
const passageSchema = z.object({
  start: z.number(),
  parts: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type Passage = z.infer<typeof passageSchema>

const publicationStateSchema = z
  .object({ unlisted: z.boolean(), expires_at: z.string().nullable(), views: z.int() })
  .meta({ id: 'PublicationState' })
export type PublicationState = z.infer<typeof publicationStateSchema>

/** A library item as the API lists it. */
export const transcriptionSchema = z
  .object({
    id: z.string(),
    video_id: z.string(),
    /** The language of the text; null while there is none. */
    lang: z.string().nullable(),
    source: transcriptSourceSchema.nullable(),
    duration_seconds: z.int(),
    total_seconds: z.int(),
    complete: z.boolean(),
    job_id: z.string().nullable(),
    status: jobStatusSchema,
    created_at: z.string(),
    platform: platformSchema,
    /** Your title, or else that of the source. */
    title: z.string().nullable(),
    /** The title at the source. */
    source_title: z.string().nullable(),
    url: z.string(),
    requested_lang: z.string(),
    /** Every language that was asked for and led to this text, the first one first. */
    requested_langs: z.array(z.string()),
    /** 0 to 1, of a job that runs. */
    progress: z.number().nullable(),
    /** The error of the failed job. */
    error_code: z.string().nullable(),
    /** The slug of its public page. */
    slug: z.string().nullable(),
    /** Whether that page is unlisted, when it ends (null: never) and how often it was opened. */
    publication: orNull(publicationStateSchema),
    /** Your tags of it, in alphabetical order. */
    tags: z.array(z.string()),
    /** The URL of its picture at the source. */
    thumbnail_url: z.string().nullable(),
    /** Up to three places where the text has what was searched for; null when nothing was. */
    passages: z.array(passageSchema).nullable(),
  })
  .meta({ id: 'TranscriptionEntry' })
export type Transcription = z.infer<typeof transcriptionSchema>

export const transcriptionListSchema = z
  .object({
    transcriptions: z.array(transcriptionSchema),
    total: z.int(),
    /** False when there may be more matches of `search` or `q` than were counted: `total` is then how many were. */
    total_exact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  })
  .meta({ id: 'TranscriptionListResponse' })
export type TranscriptionList = z.infer<typeof transcriptionListSchema>

const MAX_SEARCH_CHARACTERS = 200

export const libraryQuerySchema = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  offset: queryInt({ min: 0, default: 0 }),
  /** A part of the platform's own id. */
  q: textField(MAX_SEARCH_CHARACTERS).nullable().default(null),
  platform: platformSchema.nullable().default(null),
  state: libraryItemStateSchema.nullable().default(null),
  sort: z.enum(ENTRY_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** Words that the text or its title has, in any language. */
  search: textField(MAX_SEARCH_CHARACTERS).nullable().default(null),
  /** One of your tags, in any case. */
  tag: textField(MAX_TAG_CHARACTERS).nullable().default(null),
  /** A language of the text; without a region, in every region. */
  lang: nameField().nullable().default(null),
  source: transcriptSourceSchema.nullable().default(null),
  /** Created at this time or later. */
  created_after: momentField().nullable().default(null),
  /** Created before this time. */
  created_before: momentField().nullable().default(null),
  /** Only those with a public page, or only those without. */
  published: laxBoolean().nullable().default(null),
})
export type LibraryQuery = z.output<typeof libraryQuerySchema>

export const listTranscriptions = defineOperation({
  id: 'listTranscriptions',
  method: 'get',
  path: '/v1/me/transcriptions',
  summary: 'List your transcripts and running jobs; `search` finds words in their text',
  description:
    'Newest first unless `sort` says otherwise. `q` finds parts of platform IDs, `search` words in texts and titles; filters narrow both. Without `search` or `tag`, a filter by `lang`, `source`, `published` or time and the order by `title` consider the newest 50,000 transcripts in that time.',
  tag: 'History',
  access: 'transcripts:read',
  query: libraryQuerySchema,
  success: transcriptionListSchema,
  answers: { 200: { description: 'A page of transcripts', schema: transcriptionListSchema } },
})

const params = z.object({ id: nameField() })

export const readTranscription = defineOperation({
  id: 'readTranscription',
  method: 'get',
  path: '/v1/me/transcriptions/{id}',
  summary: 'Get one of your transcripts in any format',
  description:
    '`format` other than `json` returns the file itself with its media type. Send `If-None-Match` with the last `ETag` to get 304 if nothing has changed.',
  tag: 'History',
  access: 'transcripts:read',
  problems: ['not_found', 'transcript_not_ready', 'unsupported_format', 'file_too_large'],
  params,
  query: z.object(renderFields),
  success: transcriptSchema,
  answers: {
    200: {
      description: 'The transcript in the requested format',
      schema: transcriptSchema,
      mediaTypes: BARE_MEDIA_TYPES,
    },
  },
})

/** Longer than any title that a page shows whole. */
export const MAX_TITLE_CHARACTERS = 300

const tagField = () => trimmedField(MAX_TAG_CHARACTERS)
const tagsField = () => z.array(tagField()).max(MAX_TAGS_OF_ITEM)

const updateSchema = z
  .object({
    /** Your title; null: that of the source. Left out, it stays. */
    title: trimmedField(MAX_TITLE_CHARACTERS).nullish(),
    /** All the tags that it shall have. Left out, they stay. */
    tags: tagsField().optional(),
  })
  .meta({ id: 'TranscriptionUpdate' })
export type TranscriptionUpdate = z.output<typeof updateSchema>

export const updateTranscription = defineOperation({
  id: 'updateTranscription',
  method: 'patch',
  path: '/v1/me/transcriptions/{id}',
  summary: 'Rename or tag a transcript; a title of null restores that of its source',
  description: 'Fields that are left out stay as they are. `tags` replaces all tags of the transcript.',
  tag: 'History',
  access: 'transcripts:write',
  problems: ['not_found', 'too_many_tags'],
  params,
  body: updateSchema,
  success: transcriptionSchema,
  answers: { 200: { description: 'The updated transcript', schema: transcriptionSchema } },
})

export const removeTranscription = defineOperation({
  id: 'removeTranscription',
  method: 'delete',
  path: '/v1/me/transcriptions/{id}',
  summary: 'Delete a transcript: move it to the trash for 30 days, or delete it permanently',
  description:
    'A deleted transcript can be restored for 30 days. Its public page stops working immediately. `permanently` skips the trash.',
  tag: 'History',
  access: 'transcripts:write',
  problems: ['not_found'],
  params,
  query: z.object({
    /** Delete it permanently instead of moving it to the trash; also deletes what is in the trash already. */
    permanently: laxBoolean({ default: false }),
  }),
  success: z.undefined(),
  answers: { 204: { description: 'The transcript was deleted' } },
})

/** How many transcripts one call changes. */
const MAX_BATCH = 100

const batchSchema = z
  .object({
    action: z.enum(['delete', 'restore', 'publish', 'unpublish', 'add_tags', 'remove_tags']),
    ids: z.array(nameField()).min(1).max(MAX_BATCH),
    /** For `add_tags` and `remove_tags`. */
    tags: tagsField().default([]),
  })
  .meta({ id: 'TranscriptionBatch' })
export type TranscriptionBatch = z.output<typeof batchSchema>

const batchOutcomesSchema = z
  .object({
    outcomes: z.array(
      z.object({
        id: z.string(),
        /** The slug of its present public page. */
        slug: z.string().nullable(),
        /** Why it is as it was. */
        error: orNull(problemSchema),
      }),
    ),
  })
  .meta({ id: 'TranscriptionBatchOutcomes' })
export type TranscriptionBatchOutcomes = z.infer<typeof batchOutcomesSchema>

export const changeTranscriptions = defineOperation({
  id: 'changeTranscriptions',
  method: 'post',
  path: '/v1/me/transcriptions/batch',
  summary: 'Delete, restore, publish, unpublish or tag up to 100 transcripts',
  description: 'Each ID has a result of its own: one that fails does not stop the others.',
  tag: 'History',
  access: 'transcripts:write',
  problems: ['too_many_tags'],
  body: batchSchema,
  success: batchOutcomesSchema,
  answers: { 200: { description: 'The result for each transcript, in the same order', schema: batchOutcomesSchema } },
})
