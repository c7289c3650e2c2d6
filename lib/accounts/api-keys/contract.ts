import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { NOT_BLANK, nameField, textField } from '@/lib/core/operations/text-field'
import { LIMITED_SCOPES } from '../scopes'

export const KEY_SCOPES = LIMITED_SCOPES
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The use of keys is kept for so many days. */
export const KEPT_DAYS = 90
export const MAX_NAME_CHARACTERS = 60
const MAX_EXPIRES_IN_DAYS = 3650

const TAG = 'API keys'
const PATH = '/v1/me/api-keys'

const keyFields = {
  id: z.string(),
  /** Null: the default key, which `POST /v1/me/api-key/regenerate` replaces. */
  name: z.string().nullable(),
  /** The beginning of the key. */
  prefix: z.string(),
  /** Its scopes; null: it has full access to the account. */
  scopes: z.array(z.enum(KEY_SCOPES)).nullable(),
  created_at: z.string(),
  /** From when it is refused; null: it does not expire. */
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
}

export const apiKeySchema = z.object(keyFields).meta({ id: 'ApiKey' })
export type ApiKeyView = z.infer<typeof apiKeySchema>

const newApiKeySchema = z
  .object({
    ...keyFields,
    /** The plaintext, only in this response. */
    key: z.string(),
  })
  .meta({ id: 'CreatedApiKey' })
export type CreatedApiKeyView = z.infer<typeof newApiKeySchema>

const apiKeyListSchema = z.object({ keys: z.array(apiKeySchema) }).meta({ id: 'ApiKeyList' })

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  method: 'get',
  path: PATH,
  summary: 'List your API keys',
  tag: TAG,
  access: 'account',
  success: apiKeyListSchema,
  answers: { 200: { description: 'The keys, the default key first', schema: apiKeyListSchema } },
})

export const createApiKey = defineOperation({
  id: 'createApiKey',
  method: 'post',
  path: PATH,
  summary: 'Create a named API key; the response is the only one with its plaintext',
  description:
    'A key without `scopes` may do everything that your default key may. Expired keys are refused. A key that is created with an expiring key expires no later than that key.',
  tag: TAG,
  access: 'account',
  problems: ['too_many_api_keys'],
  body: z
    .object({
      name: textField(MAX_NAME_CHARACTERS).regex(/\S/).meta({ pattern: NOT_BLANK }),
      /** Null: full access to the account. */
      scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length).nullable().default(null),
      /** Null: the key does not expire. */
      expires_in_days: z.int().min(1).max(MAX_EXPIRES_IN_DAYS).nullable().default(null),
    })
    .meta({ id: 'CreateApiKeyRequest' }),
  success: newApiKeySchema,
  answers: { 201: { description: 'The key with its plaintext', schema: newApiKeySchema } },
})

const deletedSchema = z.object({ deleted: z.literal(true) }).meta({ id: 'ApiKeyDeleted' })

export const deleteApiKey = defineOperation({
  id: 'deleteApiKey',
  method: 'delete',
  path: `${PATH}/{key_id}`,
  summary: 'Delete an API key; it is refused immediately',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params: z.object({ key_id: nameField() }),
  success: deletedSchema,
  answers: { 200: { description: 'The key is deleted', schema: deletedSchema } },
})

const keyUseSchema = z
  .object({
    /** The day, in UTC. */
    date: z.string(),
    key_id: z.string(),
    name: z.string().nullable(),
    prefix: z.string(),
    /** Whether the key was deleted since. */
    deleted: z.boolean(),
    requests: z.int(),
    /** How many of the requests were refused: the key had expired, was deleted, or lacks the scope. */
    refused: z.int(),
  })
  .meta({ id: 'ApiKeyUse' })
export type KeyUseView = z.infer<typeof keyUseSchema>

const keyUseListSchema = z.object({ uses: z.array(keyUseSchema) }).meta({ id: 'ApiKeyUseList' })

export const listApiKeyUses = defineOperation({
  id: 'listApiKeyUses',
  method: 'get',
  path: `${PATH}/uses`,
  summary: 'List how often each API key was used on each day',
  tag: TAG,
  access: 'account',
  query: z.object({ days: queryInt({ min: 1, max: KEPT_DAYS, default: 30 }) }),
  success: keyUseListSchema,
  answers: { 200: { description: 'The uses, the newest day first', schema: keyUseListSchema } },
})
