import { readAccess, readAccount, removeAccount, storeTokens } from './account-store'
import {
  authorizeUrl,
  exchangeCode,
  fetchEndpoints,
  parseRedirect,
  refreshTokens,
  registerClient,
  revokeToken,
} from './oauth'
import { challengeOf, newSecret } from './pkce'
import { SignInError } from './sign-in-error'

/** A token that expires so soon is renewed before it is used. */
const LEEWAY_MS = 60_000

/**
 * Asks for access to a server's origin. Called within a press, before anything is waited for: else the browser does not show its
 * question. Throws `SignInError`.
 */
async function requestAccess(server: string): Promise<void> {
  if (!(await chrome.permissions.request({ origins: [`${server}/*`] }))) throw new SignInError('no-permission')
}

/** Has the person allow the extension in a window of the browser. Returns where that window was redirected to. */
async function openWindow(url: string): Promise<string> {
  let redirect: string | undefined
  try {
    redirect = await chrome.identity.launchWebAuthFlow({ url, interactive: true })
  } catch (cause) {
    throw new SignInError('cancelled', null, { cause })
  }
  if (!redirect) throw new SignInError('cancelled')
  return redirect
}

/** Signs in to a server by OAuth with PKCE. Throws `SignInError`, and the signal's reason once it is aborted: then nothing is stored. */
export async function signIn(server: string, signal: AbortSignal): Promise<void> {
  await requestAccess(server)
  const endpoints = await fetchEndpoints(server)
  const redirectUri = chrome.identity.getRedirectURL()
  const clientId = await registerClient(endpoints, redirectUri)
  const [verifier, state] = [newSecret(), newSecret()]
  const challenge = await challengeOf(verifier)
  signal.throwIfAborted()
  const redirect = await openWindow(authorizeUrl(endpoints, { server, clientId, redirectUri, challenge, state }))
  signal.throwIfAborted()
  const code = parseRedirect(redirect, { server, state })
  const tokens = await exchangeCode(endpoints, { clientId, redirectUri, code, verifier })
  await withAccountLock(() => {
    signal.throwIfAborted()
    return storeTokens({ server, clientId, endpoints }, tokens)
  })
}

/** Runs one piece of work at a time in all panels: a refresh token that is used twice ends the sign-in. */
function withAccountLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request('account', work)
}

/**
 * A valid access token of a server; null if there is no session there or it has ended. `rejected` is a token that the
 * server no longer accepts. Throws `SignInError` if the server can't be reached.
 */
export function findToken(server: string, rejected?: string): Promise<string | null> {
  return withAccountLock(async () => {
    const account = await readAccount()
    if (account?.server !== server) return null
    const access = await readAccess()
    const isValid = access?.server === server && access.expiresAtMs > Date.now() + LEEWAY_MS
    if (isValid && access.token !== rejected) return access.token
    try {
      const tokens = await refreshTokens(account.endpoints, account.clientId, account.refreshToken)
      await storeTokens(account, tokens)
      return tokens.accessToken
    } catch (error) {
      if (!(error instanceof SignInError) || error.reason !== 'refused') throw error
      await removeAccount({ hasEnded: true })
      return null
    }
  })
}

/** Signs out here and on the server. Returns whether the server has ended the connection too. */
export function signOut(): Promise<boolean> {
  return withAccountLock(async () => {
    const account = await readAccount()
    await removeAccount({ hasEnded: false })
    if (!account) return true
    try {
      await revokeToken(account.endpoints, account.clientId, account.refreshToken)
      return true
    } catch {
      return false
    }
  })
}
