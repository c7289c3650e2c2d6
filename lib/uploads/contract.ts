import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField, textField } from '@/lib/core/operations/text-field'
import { problemSchema } from '@/lib/core/problem/problem-schema'

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
    /** The headers that the PUT must have: they are part of the signature. */
    upload_headers: z.record(z.string(), z.string()),
    source_url: z.string(),
    /** The tus address for a file that survives a broken connection; null without `size_bytes`. */
    resumable_url: z.string().nullable(),
    expires_at: z.string(),
  })
  .meta({ id: 'SignResponse' })
export type SignResponse = z.infer<typeof signResponseSchema>

export const signUpload = defineOperation({
  id: 'signUpload',
  method: 'post',
  path: '/v1/uploads/sign',
  summary: 'Create a signed upload URL that accepts one PUT of a file within 15 minutes',
  description:
    'With `size_bytes` the room is kept for a day, and `resumable_url` accepts the file in several requests, as in tus 1.0. Pass `object_path` as `upload` to `POST /v1/transcript` after the upload.',
  tag: 'Uploads',
  access: 'transcripts:write',
  problems: ['file_too_large', 'too_many_uploads', 'upload_quota_exceeded', 'storage_unavailable'],
  body: signRequestSchema,
  success: signResponseSchema,
  answers: {
    200: { description: 'The upload URL, and how to refer to the file afterwards', schema: signResponseSchema },
  },
})

/** How many files a page of the list has. */
const [PAGE, MAX_PAGE] = [50, 100]

const uploadSchema = z
  .object({
    id: z.string(),
    object_path: z.string(),
    source_url: z.string(),
    filename: z.string(),
    content_type: z.string(),
    state: z.enum(['signed', 'stored']),
    size_bytes: z.int().nullable(),
    created_at: z.string(),
    stored_at: z.string().nullable(),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'Upload' })
export type Upload = z.infer<typeof uploadSchema>

const uploadListSchema = z
  .object({
    uploads: z.array(uploadSchema),
    next_cursor: z.string().nullable(),
    used_bytes: z.int(),
    quota_bytes: z.int(),
  })
  .meta({ id: 'UploadList' })
export type UploadList = z.infer<typeof uploadListSchema>

export const listUploads = defineOperation({
  id: 'listUploads',
  method: 'get',
  path: '/v1/uploads',
  summary: 'List your uploaded files, newest first, and the room that is left',
  tag: 'Uploads',
  access: 'transcripts:read',
  query: z.object({ limit: queryInt({ min: 1, max: MAX_PAGE, default: PAGE }), cursor: nameField().optional() }),
  success: uploadListSchema,
  answers: { 200: { description: 'A page of the files', schema: uploadListSchema } },
})

const params = z.object({ upload_id: nameField() })

const signedQuery = z.object({ expires: nameField(), signature: nameField() })

const uploadReceivedSchema = z.object({ object_path: z.string(), size_bytes: z.int() }).meta({ id: 'UploadReceived' })
export type UploadReceived = z.infer<typeof uploadReceivedSchema>

export const receiveUpload = defineOperation({
  id: 'receiveUpload',
  method: 'put',
  path: '/v1/uploads/{upload_id}',
  summary: 'Upload a file to its signed URL, with the file as the body',
  description:
    'The URL is its own credential: no API key is sent. It works once. Send the `upload_headers` of the signature with it.',
  tag: 'Uploads',
  access: 'public',
  problems: [
    'invalid_credentials',
    'account_suspended',
    'expired',
    'not_found',
    'file_too_large',
    'upload_incomplete',
    'upload_quota_exceeded',
    'storage_unavailable',
  ],
  params,
  query: signedQuery,
  isLongLasting: true,
  rawBody: { description: 'The file', mediaType: 'application/octet-stream', kind: 'file' },
  success: uploadReceivedSchema,
  answers: {
    200: { description: 'The file is stored', schema: uploadReceivedSchema },
    409: { description: 'Another connection is uploading this file', schema: problemSchema },
  },
})

export const readUpload = defineOperation({
  id: 'readUpload',
  method: 'get',
  path: '/v1/uploads/{upload_id}',
  summary: 'Download an uploaded file, whole or in ranges, as its owner',
  description: '`Range` requests are answered with 206, so players can seek.',
  isLongLasting: true,
  tag: 'Uploads',
  access: 'transcripts:read',
  problems: ['not_found', 'expired', 'storage_unavailable'],
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

/** Why no request to a resumable address is answered. */
const RESUMABLE_PROBLEMS = [
  'invalid_credentials',
  'account_suspended',
  'not_found',
  'expired',
  'unsupported_protocol',
  'upload_incomplete',
  'storage_unavailable',
] as const

export const readUploadProgress = defineOperation({
  id: 'readUploadProgress',
  method: 'get',
  path: RESUMABLE,
  summary: 'Get the received length of a file and where to send the rest; HEAD returns the offset as in tus 1.0',
  description: 'Completes the upload if all bytes have been received.',
  tag: 'Uploads',
  access: 'public',
  problems: [...RESUMABLE_PROBLEMS],
  limit: 'frequent',
  params,
  query: signedQuery,
  success: uploadProgressSchema,
  answers: { 200: { description: 'The progress of the upload', schema: uploadProgressSchema } },
})

export const appendUpload = defineOperation({
  id: 'appendUpload',
  method: 'patch',
  path: RESUMABLE,
  summary: 'Send the bytes from `Upload-Offset` on, as in tus 1.0; received bytes are kept',
  description:
    'The headers `Tus-Resumable: 1.0.0` and `Upload-Offset` are required. The last byte completes the upload.',
  tag: 'Uploads',
  access: 'public',
  problems: [...RESUMABLE_PROBLEMS, 'unsupported_media', 'file_too_large'],
  limit: 'frequent',
  params,
  query: signedQuery,
  isLongLasting: true,
  rawBody: { description: 'A part of the file', mediaType: 'application/offset+octet-stream', kind: 'file' },
  success: z.null(),
  answers: { 204: { description: 'The bytes are stored; `Upload-Offset` is the offset to continue from' } },
})

const uploadRemovedSchema = z.object({ removed: z.literal(true) }).meta({ id: 'UploadRemoved' })

export const removeUpload = defineOperation({
  id: 'removeUpload',
  method: 'delete',
  path: '/v1/uploads/{upload_id}',
  summary: 'Delete an uploaded file; its transcripts are kept',
  tag: 'Uploads',
  access: 'transcripts:write',
  problems: ['not_found', 'storage_unavailable'],
  params,
  success: uploadRemovedSchema,
  answers: { 200: { description: 'The file was deleted', schema: uploadRemovedSchema } },
})
