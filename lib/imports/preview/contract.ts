import { z } from 'zod'
import { platformSchema } from '@/lib/captions/transcript'
import { defineOperation } from '@/lib/core/operations/operation'
import { LINK_PROBLEMS, SOURCE_PROBLEMS } from '@/lib/core/problem/problem-groups'
import { episodeSchema, importRequestSchema, TAG } from '../contract'

/** The most items that a preview shows. */
export const MAX_SHOWN = 5000

const previewItemSchema = episodeSchema
  .extend({
    /** Its place in the list, from 1. */
    position: z.int(),
    duration_seconds: z.number().nullable(),
    /** Null when it is known only once the item is processed. */
    has_captions: z.boolean().nullable(),
    /** Whether an import with this choice takes it; one that you have already is skipped by it. */
    chosen: z.boolean(),
    already_transcribed: z.boolean(),
  })
  .meta({ id: 'ImportPreviewItem' })
export type PreviewItem = z.infer<typeof previewItemSchema>

/** The items and the cost of an import, if it began now. A preview starts, reserves and charges nothing. */
export const importPreviewSchema = z
  .object({
    kind: z.enum(['show', 'episode', 'audio', 'list']),
    platform: platformSchema,
    url: z.string(),
    title: z.string().nullable(),
    /** How many items the list holds, where that is known. */
    count: z.int().nullable(),
    /**
     * Whether the list was read to its end: of a list of videos the first 5,000 are read, and of those what the choice
     * needs.
     */
    is_whole: z.boolean(),
    /** How many items the choice takes, and how many of these you have already. */
    chosen: z.int(),
    already_transcribed: z.int(),
    /** The cost of the rest: the seconds of known lengths, and the number of unknown ones. */
    cost: z.object({ items: z.int(), seconds: z.int(), unknown: z.int() }),
    /** Your remaining allowance, and the number of items of known length that it covers, in their order. */
    allowance: z.object({ remaining_seconds: z.int(), reached: z.int() }),
    /** How many of the items that the choice names the list does not have, in words; null where it has them all. */
    note: z.string().nullable(),
    /** The first 5,000 items that were read, chosen or not. */
    items: z.array(previewItemSchema),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof importPreviewSchema>

export const previewImport = defineOperation({
  id: 'previewImport',
  method: 'post',
  path: '/v1/import/preview',
  summary: 'Preview an import: its items, its cost and your remaining minutes. Starts nothing',
  description: 'Opens the list and compares it with your transcripts and your minutes.',
  tag: TAG,
  access: 'imports',
  problems: [...LINK_PROBLEMS, ...SOURCE_PROBLEMS, 'invalid_language'],
  body: importRequestSchema,
  success: importPreviewSchema,
  answers: { 200: { description: 'The preview', schema: importPreviewSchema } },
})
