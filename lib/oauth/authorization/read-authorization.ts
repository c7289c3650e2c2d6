import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { OAuthError } from '../oauth-error'
import { checkParameters } from '../parameters'
import {
  type AuthorizationRequest,
  buildRedirect,
  findTarget,
  parseAuthorizationRequest,
  type Target,
} from './authorization-request'

/** The authorization request with which a client opened the browser. */
export type Authorization =
  | { kind: 'ask'; target: Target; request: AuthorizationRequest; state: string | null }
  /** The client and its address are valid, its request is not: `redirectTo` returns the error to it. */
  | { kind: 'back'; target: Target; error: OAuthError; redirectTo: string }
  /** There is no client to redirect to: the page shows the error. */
  | { kind: 'refused'; error: OAuthError }

function parseRequestOf(parameters: URLSearchParams): AuthorizationRequest {
  if (parameters.get('response_type') !== 'code') {
    const isMissing = !parameters.has('response_type')
    throw new OAuthError(isMissing ? 'invalid_request' : 'unsupported_response_type', 'response_type should be code.')
  }
  if ((parameters.get('response_mode') ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode should be query.')
  }
  return parseAuthorizationRequest({
    codeChallenge: parameters.get('code_challenge'),
    codeChallengeMethod: parameters.get('code_challenge_method'),
    scope: parameters.get('scope'),
    resources: parameters.getAll('resource'),
  })
}

async function refusedOr(find: () => Promise<Target>): Promise<Target | OAuthError> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof OAuthError) return error
    throw error
  }
}

/** The authorization endpoint (RFC 6749 §3.1): what its query requests, and whether it may be requested. */
export async function readAuthorization(query: Iterable<[string, string]>): Promise<Authorization> {
  let parameters = new URLSearchParams()
  const target = await refusedOr(async () => {
    parameters = checkParameters(query)
    return findTarget(parameters.get('client_id'), parameters.get('redirect_uri'))
  })
  if (target instanceof OAuthError) return { kind: 'refused', error: target }
  const state = parameters.get('state')
  try {
    return { kind: 'ask', target, request: parseRequestOf(parameters), state }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const answer = { error: error.code, error_description: error.message, state }
    return { kind: 'back', target, error, redirectTo: buildRedirect(target.redirectUri, answer) }
  }
}

/** Whether the caller has allowed an app to act for them, and has not disconnected it since. */
export async function hasApproved(actor: Actor, clientId: string): Promise<boolean> {
  return (await db().oauthGrant.count({ where: { userId: actor.userId, clientId } })) > 0
}
