import { isRecord } from '../is-record'
import type { Endpoints, Tokens } from './oauth'
import { parseServer } from './server-url'

/** A sign-in to a server. It stays when the browser closes. */
export type Account = { server: string; clientId: string; refreshToken: string; endpoints: Endpoints }

/** An access token for one server, valid for an hour at most and kept in memory only. */
export type Access = { server: string; token: string; expiresAtMs: number }

const isText = (value: unknown): value is string => typeof value === 'string'

/** A server that tokens may be sent to. */
const isServer = (value: unknown): value is string => isText(value) && parseServer(value) === value

function parseEndpoints(value: unknown): Endpoints | null {
  if (!isRecord(value)) return null
  const { authorize, token, register, revoke } = value
  return isText(authorize) && isText(token) && isText(register) && isText(revoke)
    ? { authorize, token, register, revoke }
    : null
}

/** An account as it was stored; null for anything else. */
export function parseAccount(value: unknown): Account | null {
  if (!isRecord(value)) return null
  const { server, clientId, refreshToken } = value
  const endpoints = parseEndpoints(value.endpoints)
  return isServer(server) && isText(clientId) && isText(refreshToken) && endpoints
    ? { server, clientId, refreshToken, endpoints }
    : null
}

function parseAccess(value: unknown): Access | null {
  if (!isRecord(value)) return null
  const { server, token, expiresAtMs } = value
  return isServer(server) && isText(token) && typeof expiresAtMs === 'number' ? { server, token, expiresAtMs } : null
}

export async function readAccount(): Promise<Account | null> {
  return parseAccount((await chrome.storage.local.get('account')).account)
}

export async function readAccess(): Promise<Access | null> {
  return parseAccess((await chrome.storage.session.get('access')).access)
}

/** The server of the last sign-in, also after signing out. */
export async function readServer(): Promise<string | null> {
  const { server } = await chrome.storage.local.get('server')
  return isServer(server) ? server : null
}

export async function storeTokens(account: Omit<Account, 'refreshToken'>, tokens: Tokens): Promise<void> {
  const { server } = account
  const expiresAtMs = Date.now() + tokens.expiresInSeconds * 1000
  const access: Access = { server, token: tokens.accessToken, expiresAtMs }
  // The refresh token first: without it, whatever follows is lost.
  await chrome.storage.local.set({
    account: { ...account, refreshToken: tokens.refreshToken },
    server,
    hasEnded: false,
  })
  await chrome.storage.session.set({ access })
}

/** `hasEnded`: the server ended the sign-in. All panels say so until the next one. */
export async function removeAccount({ hasEnded }: { hasEnded: boolean }): Promise<void> {
  await chrome.storage.session.remove('access')
  await chrome.storage.local.set({ hasEnded })
  await chrome.storage.local.remove('account')
}

/** Whether the server ended the last sign-in. */
export async function readHasEnded(): Promise<boolean> {
  return (await chrome.storage.local.get('hasEnded')).hasEnded === true
}

/** Calls back when an account was added, replaced or removed, in this panel or another. Returns what ends it. */
export function watchAccount(changed: () => void): void {
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && 'account' in changes) changed()
  })
}
