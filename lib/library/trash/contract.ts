import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField } from '@/lib/core/operations/text-field'
import { transcriptionSchema } from '../contract'

const params = z.object({ id: nameField() })

export const restoreTranscription = defineOperation({
  id: 'restoreTranscription',
  method: 'post',
  path: '/v1/me/transcriptions/{id}/restore',
  summary: 'Restore a transcript from the trash, including its public page',
  tag: 'History',
  access: 'transcripts:write',
  problems: ['not_found'],
  params,
  success: transcriptionSchema,
  answers: { 200: { description: 'The restored transcript', schema: transcriptionSchema } },
})

const trashedSchema = transcriptionSchema
  .pick({ id: true, platform: true, video_id: true, url: true, title: true, lang: true, duration_seconds: true })
  .extend({
    total_seconds: z.int(),
    /** The slug of its public page, which returns when it is restored. */
    slug: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: z.string(),
    deleted_at: z.string(),
    /** When it is deleted permanently. */
    deleted_permanently_at: z.string(),
  })
  .meta({ id: 'TrashedTranscription' })

const trashListSchema = z
  .object({ transcriptions: z.array(trashedSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'TrashList' })
export type TrashList = z.infer<typeof trashListSchema>

const trashQuerySchema = z.object({
  limit: queryInt({ min: 1, max: 100, default: 20 }),
  offset: queryInt({ min: 0, default: 0 }),
})

export const listTrash = defineOperation({
  id: 'listTrash',
  method: 'get',
  path: '/v1/me/trash',
  summary: 'List the transcripts in your trash, last deleted first',
  tag: 'History',
  access: 'transcripts:read',
  query: trashQuerySchema,
  success: trashListSchema,
  answers: { 200: { description: 'A page of the trash', schema: trashListSchema } },
})

const emptiedSchema = z.object({ deleted: z.int() }).meta({ id: 'EmptiedTrash' })

export const emptyTrash = defineOperation({
  id: 'emptyTrash',
  method: 'delete',
  path: '/v1/me/trash',
  summary: 'Permanently delete all transcripts in your trash',
  tag: 'History',
  access: 'transcripts:write',
  success: emptiedSchema,
  answers: { 200: { description: 'The number of deleted transcripts', schema: emptiedSchema } },
})
