import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { CLIENT_FIELDS, NO_FORM, oauthErrorSchema, oauthForm } from '../contract'

const TAG = 'OAuth'

const tokenForm = oauthForm({
  ...CLIENT_FIELDS,
  grant_type: true,
  code: true,
  redirect_uri: true,
  code_verifier: true,
  refresh_token: true,
  device_code: true,
  scope: true,
  resource: true,
})
const ownTokenForm = oauthForm({ ...CLIENT_FIELDS, token: true, token_type_hint: true })

/** `interval`: the seconds between two requests, for a device that polls too often. */
const tokenErrorSchema = oauthErrorSchema.extend({ interval: z.int().optional() })

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
