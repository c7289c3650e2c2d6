import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'

const TAG = 'Sessions'

export const sessionSchema = z
  .object({
    id: z.string(),
    /** The browser, in words. */
    device: z.string(),
    /** The session of this request. */
    current: z.boolean(),
    created_at: z.string(),
    last_seen_at: z.string(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

const sessionsSchema = z.object({ sessions: z.array(sessionSchema) }).meta({ id: 'Sessions' })

export const listSessions = defineOperation({
  id: 'listSessions',
  method: 'get',
  path: '/v1/me/sessions',
  summary: 'List the browsers in which you are signed in',
  tag: TAG,
  access: 'account',
  success: sessionsSchema,
  answers: { 200: { description: 'The sessions, most recently used first', schema: sessionsSchema } },
})

const endedSchema = z.object({ ended: z.literal(true) }).meta({ id: 'SessionEnded' })

export const endSession = defineOperation({
  id: 'endSession',
  method: 'delete',
  path: '/v1/me/sessions/{session_id}',
  summary: 'Sign out a browser: its session ends immediately',
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  params: z.object({ session_id: nameField() }),
  success: endedSchema,
  answers: { 200: { description: 'The session has ended', schema: endedSchema } },
})
