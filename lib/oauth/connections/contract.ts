import { z } from 'zod'
import { ConnectionKind } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'

/** A connected app or device. `host` is the proven origin of an app; null: its name is unproven. */
export const connectionSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ConnectionKind),
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
  summary: 'List connected apps and devices',
  tag: 'Connections',
  access: 'account',
  success: connectionsSchema,
  answers: { 200: { description: 'The connections, newest first', schema: connectionsSchema } },
})

const disconnectedSchema = z.object({ disconnected: z.literal(true) }).meta({ id: 'Disconnected' })

export const disconnect = defineOperation({
  id: 'disconnect',
  method: 'delete',
  path: '/v1/me/connections/{connection_id}',
  summary: 'End a connection: its tokens stop working immediately',
  tag: 'Connections',
  access: 'account',
  problems: ['not_found'],
  params: z.object({ connection_id: nameField() }),
  success: disconnectedSchema,
  answers: { 200: { description: 'The connection has ended', schema: disconnectedSchema } },
})
