import { z } from 'zod'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'

export const apiKeyStateSchema = z
  .object({
    has_key: z.boolean(),
    key_prefix: z.string().nullable(),
    tier: z.string(),
    created_at: z.string().nullable(),
    /** Plaintext, only in the answer that made it. */
    key: z.string().nullable(),
  })
  .meta({ id: 'ApiKeyState' })
export type ApiKeyState = z.infer<typeof apiKeyStateSchema>

const answers = { 200: { description: 'The state of the key', schema: apiKeyStateSchema } }

export const getApiKey = defineOperation({
  id: 'getApiKey',
  method: 'get',
  path: '/v1/me/api-key',
  summary: 'Get the prefix of your API key, and your plan',
  tag: 'API keys',
  access: 'account',
  success: apiKeyStateSchema,
  answers,
})

export const ensureApiKey = defineOperation({
  id: 'ensureApiKey',
  method: 'post',
  path: '/v1/me/api-key/ensure',
  summary: 'Create your API key if you have none; its plaintext is returned once',
  tag: 'API keys',
  access: 'account',
  success: apiKeyStateSchema,
  answers,
})

export const regenerateApiKey = defineOperation({
  id: 'regenerateApiKey',
  method: 'post',
  path: '/v1/me/api-key/regenerate',
  summary: 'Replace your API key; the old one stops working immediately',
  description:
    'Everything that uses the old key, streams included, ends immediately. Named keys stay, unless `delete_named_keys` is sent. A named key can not replace your API key: send that key, or sign in.',
  tag: 'API keys',
  access: 'account',
  query: z.object({ delete_named_keys: laxBoolean({ default: false }) }),
  success: apiKeyStateSchema,
  answers,
})
