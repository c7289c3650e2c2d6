import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { textField } from '@/lib/platform/text-field'

const signRequestSchema = z.object({ filename: textField(), content_type: textField() }).meta({ id: 'SignRequest' })

export const signResponseSchema = z
  .object({ object_path: z.string(), upload_url: z.string(), source_url: z.string() })
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

const params = z.object({ upload_id: textField() })

const uploadReceivedSchema = z.object({ object_path: z.string(), size_bytes: z.int() }).meta({ id: 'UploadReceived' })

export const receiveUpload = defineOperation({
  id: 'receiveUpload',
  method: 'put',
  path: '/v1/uploads/{upload_id}',
  summary: 'The upload target itself: the file as the body',
  tag: 'Uploads',
  access: 'public',
  params,
  query: z.object({ expires: textField(), signature: textField() }),
  rawBody: { description: 'The file', mediaType: 'application/octet-stream' },
  success: uploadReceivedSchema,
  answers: { 200: { description: 'The file is stored', schema: uploadReceivedSchema } },
})

export const readUpload = defineOperation({
  id: 'readUpload',
  method: 'get',
  path: '/v1/uploads/{upload_id}',
  summary: 'The file itself, for its owner, whole or in ranges',
  tag: 'Uploads',
  access: 'transcripts:read',
  params,
  success: z.unknown(),
  answers: {
    200: { description: 'The file', mediaTypes: ['application/octet-stream'] },
    206: { description: 'A range of the file', mediaTypes: ['application/octet-stream'] },
  },
})
