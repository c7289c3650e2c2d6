import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { nameList, oauthErrorSchema, optionalText, scopeField } from '../contract'

const TAG = 'OAuth'

export const registerRequestSchema = z
  .object({
    redirect_uris: z.array(linkField()).max(50),
    client_name: optionalText(textField(1000)),
    grant_types: nameList,
    response_types: nameList,
    token_endpoint_auth_method: optionalText(nameField()),
    scope: optionalText(scopeField()),
  })
  .meta({ id: 'RegisterRequest' })
export type RegisterRequest = z.infer<typeof registerRequestSchema>

export const registeredClientSchema = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    /** Given this once; absent for a public client. */
    client_secret: z.string().optional(),
    client_secret_expires_at: z.literal(0).optional(),
    client_name: z.string().optional(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    scope: z.string(),
  })
  .meta({ id: 'RegisteredClient' })
export type RegisteredClient = z.infer<typeof registeredClientSchema>

export const registerClient = defineOperation({
  id: 'registerClient',
  method: 'post',
  path: '/oauth/register',
  summary: 'Register an app (RFC 7591)',
  description:
    'Open to any client, as MCP clients need it. Redirect URIs must be https, http on a loopback address, or of a scheme that belongs to an app (`com.example.app:/`).',
  tag: TAG,
  access: 'public',
  body: registerRequestSchema,
  invalidAs: 'invalid_client_metadata',
  success: registeredClientSchema,
  answers: {
    201: { description: 'The registered client', schema: registeredClientSchema },
    400: { description: 'A redirect URI or another value is not allowed', schema: oauthErrorSchema },
  },
})
