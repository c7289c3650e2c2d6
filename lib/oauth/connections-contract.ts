import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { nameField } from '@/lib/platform/text-field'

/** A connected app or device. `host` is where an app proves to come from; null: nobody vouches for its name. */
export const connectionSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['app', 'device']),
    name: z.string(),
    host: z.string().nullable(),
    scopes: z.array(z.string()),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof connectionSchema>

const connectionsSchema = z.object({ connections: z.array(connectionSchema) }).meta({ id: 'Connections' })

export const listConnections = defineOperation({
  id: 'listConnections',
  method: 'get',
  path: '/v1/me/connections',
  summary: 'The apps and devices that may act for you',
  tag: 'Connections',
  access: 'account',
  success: connectionsSchema,
  answers: { 200: { description: 'The connections, the newest first', schema: connectionsSchema } },
})

const disconnectedSchema = z.object({ disconnected: z.literal(true) }).meta({ id: 'Disconnected' })

export const disconnect = defineOperation({
  id: 'disconnect',
  method: 'delete',
  path: '/v1/me/connections/{connection_id}',
  summary: 'End a connection: its tokens stop working at once',
  tag: 'Connections',
  access: 'account',
  params: z.object({ connection_id: nameField() }),
  success: disconnectedSchema,
  answers: { 200: { description: 'The connection is no more', schema: disconnectedSchema } },
})
