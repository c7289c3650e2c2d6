import { z } from 'zod'
import { renderFields } from '@/lib/archive/render/render-fields'
import { platformSchema, type Transcript, transcriptSchema } from '@/lib/captions/transcript'
import { warningSchema } from '@/lib/captions/warning'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { momentField } from '@/lib/core/operations/moment-field'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { problemSchema } from '@/lib/core/problem/problem-schema'

const publishRequestSchema = z
  .object({
    url: linkField(),
    lang: nameField().default('en'),
    /** Publish the text in no other language than this one: 404 `language_unavailable` in place of a fallback. */
    strict_lang: laxBoolean({ default: false }),
    unlisted: laxBoolean({ default: false }),
  })
  .meta({ id: 'PublishRequest' })
export type PublishRequest = z.output<typeof publishRequestSchema>

const pageSchema = z.object({
  /** Only who has the link finds it: it is in no index, and search engines are asked to leave it out. */
  unlisted: z.boolean(),
  /** When the page stops working; null: never. */
  expires_at: z.string().nullable(),
  /** How often it was opened. */
  views: z.int(),
})

/**
 * Where a transcript is published, `url` being its page, and in which language its text is. `warnings` says so when that is
 * not the language asked for, or is not known.
 */
export const publishedSchema = z
  .object({
    slug: z.string(),
    url: z.string(),
    lang: z.string().nullable(),
    warnings: z.array(warningSchema),
    ...pageSchema.shape,
  })
  .meta({ id: 'PublishResponse' })
export type Published = z.infer<typeof publishedSchema>

/**
 * A published transcript. `source_url` is null where the recording is not public, and `url` is then its page
 * here.
 */
export const publicTranscriptSchema = transcriptSchema
  .omit({ id: true, cached: true })
  .extend({ slug: z.string(), source_url: z.string().nullable(), updated_at: z.string(), unlisted: z.boolean() })
  .meta({ id: 'PublicTranscript' })
export type PublicTranscript = z.infer<typeof publicTranscriptSchema> & Pick<Transcript, 'document'>

const indexSchema = z
  .object({
    items: z.array(z.object({ slug: z.string(), updated_at: z.string() }).meta({ id: 'PublicIndexEntry' })),
    /** Send it as `after` for more; null: there are no more. */
    next_after: z.string().nullable(),
  })
  .meta({ id: 'PublicIndexResponse' })
export type PublicIndex = z.infer<typeof indexSchema>

/** A published transcript of the user. */
export const publicationSchema = z
  .object({
    slug: z.string(),
    url: z.string(),
    /** The id of its library item in the history. */
    transcription_id: z.string(),
    title: z.string().nullable(),
    platform: platformSchema,
    lang: z.string().nullable(),
    duration_seconds: z.int(),
    published_at: z.string(),
    ...pageSchema.shape,
  })
  .meta({ id: 'Publication' })
export type Publication = z.infer<typeof publicationSchema>

const MIN_SLUG_CHARACTERS = 3
export const MAX_SLUG_CHARACTERS = 80
const NOT_A_SLUG = 'Input should be lower-case letters, digits and single hyphens between them'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const slugField = () =>
  textField(MAX_SLUG_CHARACTERS)
    .min(MIN_SLUG_CHARACTERS)
    .superRefine((value, context) => {
      if (SLUG.test(value)) return
      context.addIssue({ code: 'custom', message: NOT_A_SLUG, params: { type: 'string_pattern_mismatch' } })
    })
    .meta({ pattern: SLUG.source })

const publicationUpdateSchema = z
  .object({
    /** A name of the page in its link. The former one leads to it. Left out, it stays. */
    slug: slugField().optional(),
    unlisted: laxBoolean({ default: false }).optional(),
    /** A time, with its zone. Null: never. Left out, it stays. */
    expires_at: momentField().nullish(),
  })
  .meta({ id: 'PublicationUpdate' })
export type PublicationUpdate = z.output<typeof publicationUpdateSchema>

const publicationListSchema = z
  .object({ items: z.array(publicationSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'PublicationList' })
export type PublicationList = z.infer<typeof publicationListSchema>

const TAG = 'Publishing'
const published = { 200: { description: 'The public page', schema: publishedSchema } }
const bySlug = z.object({ slug: nameField() })

export const publishLink = defineOperation({
  id: 'publishLink',
  method: 'post',
  path: '/v1/publish',
  summary: 'Publish your transcript of a link in a language; created first if the source has captions',
  description:
    'The text is published as you have it. Publishing again returns the same page. Uploaded media stays private.',
  tag: TAG,
  access: 'publish',
  problems: [
    ...LINK_PROBLEMS,
    ...SOURCE_PROBLEMS,
    'missing_source',
    'conflicting_sources',
    'invalid_language',
    'language_unavailable',
    'not_found',
    'transcript_not_ready',
    'taken_down',
    'allowance_exceeded',
  ],
  idempotencyKey: true,
  body: publishRequestSchema,
  success: publishedSchema,
  answers: published,
})

export const publishTranscription = defineOperation({
  id: 'publishTranscription',
  method: 'post',
  path: '/v1/me/transcriptions/{id}/publish',
  summary: 'Publish one of your transcripts',
  description: 'Publishing again returns the same page. Uploaded media stays private.',
  tag: TAG,
  access: 'publish',
  problems: ['not_found', 'transcript_not_ready', 'taken_down'],
  params: z.object({ id: nameField() }),
  query: z.object({ unlisted: laxBoolean({ default: false }) }),
  success: publishedSchema,
  answers: published,
})

export const updatePublication = defineOperation({
  id: 'updatePublication',
  method: 'patch',
  path: '/v1/publish/{slug}',
  summary: 'Change the slug of a public page, whether it is listed, and when it expires',
  description: 'Fields that are left out stay as they are. A former slug redirects to the page.',
  tag: TAG,
  access: 'publish',
  problems: ['not_found', 'slug_taken', 'taken_down'],
  params: bySlug,
  body: publicationUpdateSchema,
  success: publishedSchema,
  answers: { 200: { description: 'The changed public page', schema: publishedSchema } },
})

export const unpublish = defineOperation({
  id: 'unpublish',
  method: 'delete',
  path: '/v1/publish/{slug}',
  summary: 'Unpublish a transcript: its public page stops working immediately',
  description: 'Publishing the same transcript again within 30 days restores the URL.',
  tag: TAG,
  access: 'publish',
  problems: ['not_found'],
  params: bySlug,
  success: z.undefined(),
  answers: { 204: { description: 'The transcript is unpublished' } },
})

export const listPublications = defineOperation({
  id: 'listPublications',
  method: 'get',
  path: '/v1/publish',
  summary: 'List your published transcripts, newest first',
  tag: TAG,
  access: 'publish',
  query: z.object({
    limit: queryInt({ min: 1, max: 100, default: 20 }),
    offset: queryInt({ min: 0, default: 0 }),
  }),
  success: publicationListSchema,
  answers: { 200: { description: 'A page of published transcripts', schema: publicationListSchema } },
})

export const feedWithTranscripts = defineOperation({
  id: 'feedWithTranscripts',
  method: 'get',
  path: '/v1/publish/feed',
  summary: 'Get a podcast feed with links to your published transcripts of its episodes',
  description:
    'The feed is returned byte for byte, with `podcast:transcript` tags added to the episodes whose transcripts you have published. Only well-formed RSS is supported.',
  tag: TAG,
  access: 'publish',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS, 'file_too_large'],
  query: z.object({ url: linkField() }),
  success: z.string(),
  answers: {
    200: { description: 'The feed', mediaTypes: ['application/rss+xml'] },
    304: { description: 'Not modified (If-None-Match)' },
  },
})

/** The most URLs of a sitemap. */
export const INDEX_LIMIT = 50_000

export const readPublicIndex = defineOperation({
  id: 'readPublicIndex',
  method: 'get',
  path: '/v1/public/index',
  summary: 'List the slugs of all published transcripts that are not unlisted',
  tag: TAG,
  access: 'public',
  query: z.object({
    limit: queryInt({ min: 1, max: INDEX_LIMIT, default: INDEX_LIMIT }),
    after: nameField().default(''),
  }),
  success: indexSchema,
  answers: {
    200: { description: 'The slugs, in alphabetical order', schema: indexSchema },
  },
})

export const readPublicTranscript = defineOperation({
  id: 'readPublicTranscript',
  method: 'get',
  path: '/v1/public/{slug}',
  summary: 'Get a published transcript in any format',
  description: 'Anyone may call it. It is what the public page shows, without anything of its owner.',
  tag: TAG,
  access: 'public',
  problems: ['not_found', 'taken_down', 'unsupported_format'],
  params: bySlug,
  query: z.object(renderFields),
  success: publicTranscriptSchema,
  answers: {
    200: { description: 'The transcript', schema: publicTranscriptSchema },
    451: { description: 'The operator has taken it down; `detail` has the reason', schema: problemSchema },
  },
})
