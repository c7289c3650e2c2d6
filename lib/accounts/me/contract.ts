import { z } from 'zod'
import { LIMITED_SCOPES } from '@/lib/accounts/scopes'
import { defineOperation } from '@/lib/core/operations/operation'

/**
 * The caller: its account, the scopes of its credential, and its remaining allowances. Numbers that are null are
 * without a limit.
 */
export const meSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    tier: z.string(),
    scopes: z.array(z.enum(LIMITED_SCOPES)).nullable(),
    usage: z.object({
      limit_seconds: z.int().nullable(),
      used_seconds: z.int(),
      reserved_seconds: z.int(),
      remaining_seconds: z.int().nullable(),
      period_start: z.string(),
      resets_at: z.string(),
    }),
    uploads: z.object({ used_bytes: z.int(), quota_bytes: z.int(), max_file_bytes: z.int() }),
    limits: z.object({
      requests_per_minute: z.int().nullable(),
      polls_per_minute: z.int().nullable(),
      max_recording_seconds: z.int(),
    }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof meSchema>

export const getMe = defineOperation({
  id: 'getMe',
  method: 'get',
  path: '/v1/me',
  summary: 'Get your account, what your credential may do, and what is left of your minutes and your room',
  description: 'Connected apps and API keys with scopes do not get the email address.',
  tag: 'Account',
  access: 'transcripts:read',
  success: meSchema,
  answers: { 200: { description: 'The caller', schema: meSchema } },
})
