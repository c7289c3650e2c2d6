import { z } from 'zod'
import { LIMITED_SCOPES } from '@/lib/accounts/scopes'
import { defineOperation } from '@/lib/platform/operations/operation'
import { linkField, nameField, textField } from '@/lib/platform/operations/text-field'

/** What a client may ask for. Refresh tokens are given without being asked for; some clients ask all the same. */
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

const optional = (field: z.ZodString) => field.nullable().default(null)
const nameList = z.array(nameField()).max(50).nullable().default(null)
const scopeField = () => textField(1000)
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

const CLIENT = { client_id: true, client_secret: true } as const

/** A form that a client may send in full, in part or empty: what is missing is reported by OAuth's own errors. */
const formOf = (names: Partial<Record<keyof typeof oauthParameters.shape, true>>) =>
  oauthParameters.pick(names as { client_id: true }).partial()

const tokenForm = formOf({
  ...CLIENT,
  grant_type: true,
  code: true,
  redirect_uri: true,
  code_verifier: true,
  refresh_token: true,
  device_code: true,
  scope: true,
  resource: true,
})
const ownTokenForm = formOf({ ...CLIENT, token: true, token_type_hint: true })
export const deviceCodeForm = formOf({ ...CLIENT, scope: true, resource: true })

/** How a body is refused that is of another kind than parameters have. */
export const NO_FORM = { description: 'The body is neither a form nor JSON', schema: oauthErrorSchema }

export const registerRequestSchema = z
  .object({
    redirect_uris: z.array(linkField()).max(50),
    client_name: optional(textField(1000)),
    grant_types: nameList,
    response_types: nameList,
    token_endpoint_auth_method: optional(nameField()),
    scope: optional(scopeField()),
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
    'Open to any client, as MCP clients need it. Redirect URIs must be https, or http on a loopback address.',
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

export const authorizeGrantRequestSchema = z
  .object({
    client_id: linkField(),
    redirect_uri: linkField(),
    code_challenge: textField(128),
    code_challenge_method: nameField().default('S256'),
    state: optional(stateField()),
    scope: optional(scopeField()),
    resource: optional(linkField()),
    decision: z.enum(['approve', 'deny']).default('approve'),
  })
  .meta({ id: 'AuthorizeGrantRequest' })
export type AuthorizeGrantRequest = z.infer<typeof authorizeGrantRequestSchema>

export const authorizedSchema = z
  .object({ redirect_to: z.string(), code: z.string().nullable(), state: z.string().nullable(), iss: z.string() })
  .meta({ id: 'Authorized' })
export type Authorized = z.infer<typeof authorizedSchema>

/** The same for what people's programs call too. */
export const refusedSchema = oauthErrorSchema.extend({ detail: z.string() })

/** A device that polls too often is told how many seconds to wait between two requests. */
const tokenErrorSchema = oauthErrorSchema.extend({ interval: z.int().optional() })

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

export const tokenSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: z.string().optional(),
    scope: z.string(),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof tokenSchema>

const FORM = 'application/x-www-form-urlencoded'

export const issueToken = defineOperation({
  id: 'issueToken',
  method: 'post',
  path: '/oauth/token',
  summary: 'Exchange a code, a refresh token or a device code for tokens (RFC 6749, 7636, 8628)',
  description:
    'Send a form. Codes and refresh tokens work once; a refresh token that is used twice ends the whole connection.',
  tag: TAG,
  access: 'public',
  problems: ['account_suspended'],
  limit: 'frequent',
  rawBody: {
    description: 'grant_type and its parameters; JSON is accepted too',
    mediaType: FORM,
    kind: 'form',
    form: tokenForm,
  },
  success: tokenSchema,
  answers: {
    200: { description: 'The tokens', schema: tokenSchema },
    400: { description: 'The request or the grant is invalid', schema: tokenErrorSchema },
    401: { description: 'The client is unknown, or its secret is wrong', schema: oauthErrorSchema },
    415: NO_FORM,
  },
})

export const revokeToken = defineOperation({
  id: 'revokeToken',
  method: 'post',
  path: '/oauth/revoke',
  summary: 'Revoke a token (RFC 7009); revoking a refresh token ends the connection',
  tag: TAG,
  access: 'public',
  rawBody: { description: 'token, and the client', mediaType: FORM, kind: 'form', form: ownTokenForm },
  success: z.object({}),
  answers: {
    200: { description: 'The token is revoked, whether or not it was valid', schema: z.object({}) },
    400: { description: 'The request is not valid', schema: oauthErrorSchema },
    401: { description: 'The client is unknown, or its secret is wrong', schema: oauthErrorSchema },
    415: NO_FORM,
  },
})

export const introspectionSchema = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    sub: z.string().optional(),
    token_type: z.string().optional(),
    iat: z.int().optional(),
    exp: z.int().optional(),
    aud: z.union([z.string(), z.array(z.string())]).optional(),
    iss: z.string().optional(),
  })
  .meta({ id: 'Introspection' })
export type Introspection = z.infer<typeof introspectionSchema>

export const introspectToken = defineOperation({
  id: 'introspectToken',
  method: 'post',
  path: '/oauth/introspect',
  summary: 'Introspect a token, for clients with a secret (RFC 7662)',
  tag: TAG,
  access: 'public',
  limit: 'frequent',
  rawBody: { description: 'token, and the client with its secret', mediaType: FORM, kind: 'form', form: ownTokenForm },
  success: introspectionSchema,
  answers: {
    200: { description: 'The state of the token', schema: introspectionSchema },
    400: { description: 'The request is not valid', schema: oauthErrorSchema },
    401: { description: 'The client is unknown, or its secret is wrong', schema: oauthErrorSchema },
    415: NO_FORM,
  },
})
