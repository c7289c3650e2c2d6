import { z } from 'zod'
import { LIMITED_SCOPES } from '@/lib/accounts/scopes'
import { defineOperation } from '@/lib/core/operations/operation'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'

/** The scopes of clients. Some request `offline_access`, although every client gets refresh tokens. */
export const CLIENT_SCOPES = [...LIMITED_SCOPES, 'offline_access'] as const
export type ClientScope = (typeof CLIENT_SCOPES)[number]

export const DEFAULT_CLIENT_SCOPE = 'transcripts:read transcripts:write'

const TAG = 'OAuth'

const metadataSchema = z.record(z.string(), z.unknown())

export const getAuthorizationServer = defineOperation({
  id: 'getAuthorizationServer',
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Get the metadata of the authorization server (RFC 8414)',
  tag: TAG,
  access: 'public',
  limit: 'frequent',
  success: metadataSchema,
  answers: { 200: { description: 'The metadata of the authorization server', schema: metadataSchema } },
})

export const getProtectedResource = defineOperation({
  id: 'getProtectedResource',
  method: 'get',
  path: '/.well-known/oauth-protected-resource',
  summary: 'Get the metadata of the API as a protected resource (RFC 9728)',
  tag: TAG,
  access: 'public',
  limit: 'frequent',
  success: metadataSchema,
  answers: { 200: { description: 'The metadata of the API as a protected resource', schema: metadataSchema } },
})

export const getProtectedConnector = defineOperation({
  id: 'getProtectedConnector',
  method: 'get',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Get the metadata of the MCP connector as a protected resource (RFC 9728)',
  tag: TAG,
  access: 'public',
  limit: 'frequent',
  success: metadataSchema,
  answers: { 200: { description: 'The metadata of the connector as a protected resource', schema: metadataSchema } },
})

export const oauthErrorSchema = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError' })

export const optionalText = (field: z.ZodString) => field.nullable().default(null)
export const nameList = z.array(nameField()).max(50).nullable().default(null)
export const scopeField = () => textField(1000)
/** Clients put whole documents into it. */
const stateField = () => textField(4096)
const tokenField = () => textField(512)

/** Every parameter that is understood in a form, or in the address of the authorization endpoint. */
export const oauthParameters = z.object({
  client_id: linkField(),
  client_secret: tokenField(),
  redirect_uri: linkField(),
  response_type: nameField(),
  response_mode: nameField(),
  state: stateField(),
  scope: scopeField(),
  resource: linkField(),
  code_challenge: textField(128),
  code_challenge_method: nameField(),
  grant_type: nameField(),
  code: tokenField(),
  code_verifier: textField(128),
  refresh_token: tokenField(),
  device_code: tokenField(),
  token: tokenField(),
  token_type_hint: nameField(),
})

export const CLIENT_FIELDS = { client_id: true, client_secret: true } as const

/** A form that a client may send in full, in part or empty: what is missing is reported by OAuth's own errors. */
export const oauthForm = (names: Partial<Record<keyof typeof oauthParameters.shape, true>>) =>
  oauthParameters.pick(names as { client_id: true }).partial()
export const deviceCodeForm = oauthForm({ ...CLIENT_FIELDS, scope: true, resource: true })

/** How a body is refused that is of another kind than parameters have. */
export const NO_FORM = { description: 'The body is neither a form nor JSON', schema: oauthErrorSchema }

export const authorizeGrantRequestSchema = z
  .object({
    client_id: linkField(),
    redirect_uri: linkField(),
    code_challenge: textField(128),
    code_challenge_method: nameField().default('S256'),
    state: optionalText(stateField()),
    scope: optionalText(scopeField()),
    resource: optionalText(linkField()),
    decision: z.enum(['approve', 'deny']).default('approve'),
  })
  .meta({ id: 'AuthorizeGrantRequest' })
export type AuthorizeGrantRequest = z.infer<typeof authorizeGrantRequestSchema>

export const authorizedSchema = z
  .object({ redirect_to: z.string(), code: z.string().nullable(), state: z.string().nullable(), iss: z.string() })
  .meta({ id: 'Authorized' })
export type Authorized = z.infer<typeof authorizedSchema>

/** The refusal of an operation that users' programs call too. */
export const refusedSchema = oauthErrorSchema.extend({ detail: z.string() })

export const authorizeGrant = defineOperation({
  id: 'authorizeGrant',
  method: 'post',
  path: '/v1/oauth/authorize',
  summary: 'Approve or deny an app; the response says where the browser goes next',
  tag: TAG,
  access: 'account',
  body: authorizeGrantRequestSchema,
  success: authorizedSchema,
  answers: {
    200: { description: 'The redirect to the app, with a one-time code if approved', schema: authorizedSchema },
    400: { description: 'The client or its request is invalid', schema: refusedSchema },
  },
})
