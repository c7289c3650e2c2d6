import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { problemSchema } from '@/lib/platform/problem-schema'
import { nameField, textField } from '@/lib/platform/text-field'

const MAX_FILENAME_CHARACTERS = 1024
const MAX_TYPE_CHARACTERS = 255

const signRequestSchema = z
  .object({
    filename: textField(MAX_FILENAME_CHARACTERS),
    content_type: textField(MAX_TYPE_CHARACTERS),
    /** How long the file is. It then has its room kept, and may be sent in several goes. */
    size_bytes: z.int().min(1).nullish(),
  })
  .meta({ id: 'SignRequest' })

export const signResponseSchema = z
  .object({
    object_path: z.string(),
    upload_url: z.string(),
    /** What the PUT has to say in its headers: the signature holds it to that. */
    upload_headers: z.record(z.string(), z.string()),
    source_url: z.string(),
    /** Where a file is sent that is to survive a broken connection; null without `size_bytes`. */
    resumable_url: z.string().nullable(),
    expires_at: z.string(),
  })
  .meta({ id: 'SignResponse' })
export type SignResponse = z.infer<typeof signResponseSchema>

export const signUpload = defineOperation({
  id: 'signUpload',
  method: 'post',
  path: '/v1/uploads/sign',
  summary: 'A signed target that takes one PUT of a file within 15 minutes',
  tag: 'Uploads',
  access: 'transcripts:write',
  body: signRequestSchema,
  success: signResponseSchema,
  answers: { 200: { description: 'Where to put the file, and how to name it afterwards', schema: signResponseSchema } },
})

const params = z.object({ upload_id: nameField() })

const signedQuery = z.object({ expires: nameField(), signature: nameField() })

const uploadReceivedSchema = z.object({ object_path: z.string(), size_bytes: z.int() }).meta({ id: 'UploadReceived' })
export type UploadReceived = z.infer<typeof uploadReceivedSchema>

export const receiveUpload = defineOperation({
  id: 'receiveUpload',
  method: 'put',
  path: '/v1/uploads/{upload_id}',
  summary: 'The upload target itself: the file as the body',
  tag: 'Uploads',
  access: 'public',
  params,
  query: signedQuery,
  isLongLasting: true,
  rawBody: { description: 'The file', mediaType: 'application/octet-stream', kind: 'file' },
  success: uploadReceivedSchema,
  answers: {
    200: { description: 'The file is stored', schema: uploadReceivedSchema },
    409: { description: 'Another connection sends this file now', schema: problemSchema },
  },
})

export const readUpload = defineOperation({
  id: 'readUpload',
  method: 'get',
  path: '/v1/uploads/{upload_id}',
  summary: 'The file itself, for its owner, whole or in ranges',
  isLongLasting: true,
  tag: 'Uploads',
  access: 'transcripts:read',
  params,
  success: z.unknown(),
  answers: {
    200: { description: 'The file, with its own media type', mediaTypes: ['*/*'] },
    206: { description: 'A range of the file', mediaTypes: ['*/*'] },
    416: { description: 'The file has no such range' },
  },
})

const uploadPartSchema = z
  .object({ number: z.int(), offset: z.int(), size_bytes: z.int(), url: z.string() })
  .meta({ id: 'UploadPart' })
export type UploadPart = z.infer<typeof uploadPartSchema>

export const uploadProgressSchema = z
  .object({
    object_path: z.string(),
    /** `offset`: PATCH the rest here, from `received_bytes` on (tus 1.0). `parts`: PUT each of `parts` to its address. */
    protocol: z.enum(['offset', 'parts']),
    size_bytes: z.int(),
    received_bytes: z.int(),
    complete: z.boolean(),
    /** The next parts that are missing, at most a hundred. */
    parts: z.array(uploadPartSchema),
  })
  .meta({ id: 'UploadProgress' })
export type UploadProgress = z.infer<typeof uploadProgressSchema>

const RESUMABLE = '/v1/uploads/{upload_id}/resumable'
const progressAnswers = { 200: { description: 'How far the file is', schema: uploadProgressSchema } }

export const readUploadProgress = defineOperation({
  id: 'readUploadProgress',
  method: 'get',
  path: RESUMABLE,
  summary: 'How much of a file has come, and where its next bytes go; HEAD tells the offset as tus 1.0 does',
  tag: 'Uploads',
  access: 'public',
  limit: 'frequent',
  params,
  query: signedQuery,
  success: uploadProgressSchema,
  answers: progressAnswers,
})

export const appendUpload = defineOperation({
  id: 'appendUpload',
  method: 'patch',
  path: RESUMABLE,
  summary: 'The bytes from `Upload-Offset` on, as tus 1.0 sends them; what arrives is kept',
  tag: 'Uploads',
  access: 'public',
  limit: 'frequent',
  params,
  query: signedQuery,
  isLongLasting: true,
  rawBody: { description: 'A stretch of the file', mediaType: 'application/offset+octet-stream', kind: 'file' },
  success: z.null(),
  answers: { 204: { description: 'The bytes are stored; `Upload-Offset` tells where to go on' } },
})

export const completeUpload = defineOperation({
  id: 'completeUpload',
  method: 'post',
  path: RESUMABLE,
  summary: 'Say that all of a file has been sent',
  tag: 'Uploads',
  access: 'public',
  params,
  query: signedQuery,
  success: uploadProgressSchema,
  answers: progressAnswers,
})

const uploadRemovedSchema = z.object({ removed: z.literal(true) }).meta({ id: 'UploadRemoved' })

export const removeUpload = defineOperation({
  id: 'removeUpload',
  method: 'delete',
  path: '/v1/uploads/{upload_id}',
  summary: 'Remove an uploaded file; transcripts that were made of it stay',
  tag: 'Uploads',
  access: 'transcripts:write',
  params,
  success: uploadRemovedSchema,
  answers: { 200: { description: 'The file is no more', schema: uploadRemovedSchema } },
})
