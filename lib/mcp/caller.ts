import type { AuthInfo, ScopeChallengeHandler } from '@modelcontextprotocol/server'
import { type Actor, limitedScopes } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import type { Scope } from '@/lib/core/operations/operation'

/**
 * The sender of a request to the connector. `client` distinguishes the credentials of one account and is no secret. `structured`:
 * whether it wants results as data too, which its address says by `?structured=true`.
 */
export type Caller = { actor: Actor; requestId: string; client: string; structured: boolean }

const callers = new WeakMap<AuthInfo, Caller>()

/** The connector's own address, which is its resource identifier too. */
export function connectorUrl(): string {
  return `${env().baseUrl}/mcp`
}

/** The address of the connector's protected resource metadata (RFC 9728 §3.1). */
export function resourceMetadataUrl(): string {
  return `${env().baseUrl}/.well-known/oauth-protected-resource/mcp`
}

/** A caller as the SDK passes one on to what serves the request. The credential itself goes no further. */
export function toAuthInfo(caller: Caller): AuthInfo {
  const { actor, client } = caller
  const scopes = [...(limitedScopes(actor) ?? [])]
  const authInfo = { token: '', clientId: client, scopes, resourceMetadataUrl: resourceMetadataUrl() }
  callers.set(authInfo, caller)
  return authInfo
}

/** The caller behind what `toAuthInfo` gave. */
export function callerOf(authInfo: AuthInfo | undefined): Caller {
  const caller = authInfo && callers.get(authInfo)
  if (!caller) throw new Error('A request got past the credential check without a caller.')
  return caller
}

/**
 * Asks a connector that lacks a scope to connect again (RFC 6750 §3.1, `insufficient_scope`), naming what it has together
 * with what it needs, so that it does not lose the one by getting the other.
 */
export function requireScopes(needed: readonly Scope[]): ScopeChallengeHandler {
  return ({ authInfo }) => {
    const { actor } = callerOf(authInfo)
    const scopes = limitedScopes(actor)
    if (scopes === null || needed.every((scope) => scopes.includes(scope))) return undefined
    const [first, ...rest] = new Set([...scopes, ...needed])
    return first === undefined ? undefined : { scopes: [first, ...rest] }
  }
}
