import { Verbatim } from '../../../sdk/typescript/src/verbatim'
import { findToken } from './sign-in'

/** Replaced by the token of each request, which is renewed while the client waits for a job. */
const PLACEHOLDER = 'signed-in'

function signedOut(): Response {
  const problem = { code: 'invalid_credentials', detail: 'You are signed out. Sign in again.', retryable: false }
  return new Response(JSON.stringify(problem), { status: 401 })
}

/**
 * `fetch` with a valid token of a server in place of the client's key. Requests that the client sends without one stay so.
 */
function createFetch(server: string): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) return fetch(input, init)
    const send = async (token: string | null) => {
      if (token === null) return signedOut()
      headers.set('authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers })
    }
    const token = await findToken(server)
    const response = await send(token)
    if (response.status !== 401 || token === null) return response
    return send(await findToken(server, token))
  }
}

/** A client of the server that the person is signed in to. */
export function createClient(server: string): Verbatim {
  return new Verbatim({ apiKey: PLACEHOLDER, baseUrl: server, fetch: createFetch(server) })
}
