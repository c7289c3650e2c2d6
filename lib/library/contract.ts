import { z } from 'zod'
import { PLATFORMS, SOURCES, transcriptSchema } from '@/lib/captions/transcript'
import { JOB_STATUSES } from '@/lib/jobs/contract'
import { defineOperation } from '@/lib/platform/operation'
import { queryInt } from '@/lib/platform/query-int'
import { nameField, textField } from '@/lib/platform/text-field'

/** The platforms that the list can be filtered by. */
const FILTER_PLATFORMS = [
  'youtube',
  'x',
  'tiktok',
  'facebook',
  'instagram',
  'rednote',
  'upload',
  'podcast',
] as const satisfies readonly (typeof PLATFORMS)[number][]

export const LIBRARY_ITEM_STATES = ['done', 'in_progress', 'error'] as const
export type LibraryItemState = (typeof LIBRARY_ITEM_STATES)[number]

const ENTRY_SORTS = ['created_at', 'duration_seconds', 'total_seconds'] as const

/** A match of the search with the words around it; its time in seconds. */
const passageSchema = z.object({
  start: z.number(),
  parts: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})
export type Passage = z.infer<typeof passageSchema>

/** A library item as the API lists it. */
export const transcriptionSchema = z
  .object({
    id: z.string(),
    video_id: z.string(),
    /** The language of the text; null while there is none. */
    lang: z.string().nullable(),
    source: z.enum(SOURCES).nullable(),
    duration_seconds: z.int(),
    total_seconds: z.int(),
    complete: z.boolean(),
    job_id: z.string().nullable(),
    status: z.enum(JOB_STATUSES),
    created_at: z.string(),
    platform: z.enum(PLATFORMS),
    title: z.string().nullable(),
    url: z.string(),
    requested_lang: z.string(),
    /** Every language that was asked for and led to this text, the first one first. */
    requested_langs: z.array(z.string()),
    /** 0 to 1, of a job that runs. */
    progress: z.number().nullable(),
    /** Of the job that failed. */
    error_code: z.string().nullable(),
    /** Where it is published. */
    slug: z.string().nullable(),
    /** Where the source has a picture of it. */
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
  platform: z.enum(FILTER_PLATFORMS).nullable().default(null),
  state: z.enum(LIBRARY_ITEM_STATES).nullable().default(null),
  sort: z.enum(ENTRY_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** Words that the text or its title has, in any language. */
  search: textField(MAX_SEARCH_CHARACTERS).nullable().default(null),
})
export type LibraryQuery = z.output<typeof libraryQuerySchema>

export const listTranscriptions = defineOperation({
  id: 'listTranscriptions',
  method: 'get',
  path: '/v1/me/transcriptions',
  summary: 'Your transcripts and what becomes of those under way; search finds words in their text',
  tag: 'History',
  access: 'transcripts:read',
  query: libraryQuerySchema,
  success: transcriptionListSchema,
  answers: { 200: { description: 'A page of the history', schema: transcriptionListSchema } },
})

const params = z.object({ id: nameField() })

export const readTranscription = defineOperation({
  id: 'readTranscription',
  method: 'get',
  path: '/v1/me/transcriptions/{id}',
  summary: 'A transcript of yours again, in any format',
  tag: 'History',
  access: 'transcripts:read',
  params,
  query: z.object({ format: nameField().default('json') }),
  success: transcriptSchema,
  answers: {
    200: {
      description: 'The transcript, in the format asked for',
      schema: transcriptSchema,
      mediaTypes: ['text/plain', 'application/x-subrip', 'text/vtt', 'text/markdown'],
    },
  },
})

export const removeTranscription = defineOperation({
  id: 'removeTranscription',
  method: 'delete',
  path: '/v1/me/transcriptions/{id}',
  summary: 'Remove a transcript: its text, its public page, your place in its job, and the file if it was an upload',
  tag: 'History',
  access: 'transcripts:write',
  params,
  success: z.undefined(),
  answers: { 204: { description: 'It is gone' } },
})
