import { setTimeout as sleep } from 'node:timers/promises'
import type { Credential } from './credential'
import { type RetryLimit, retryDelaySeconds } from './retry-delay'
import { userAgent } from './user-agent'

type Options = {
  credential: Credential
  retryLimit: RetryLimit
  /** Called before waiting, with how long it will be. */
  onPause: (seconds: number) => void
}

async function sendOnce(address: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('user-agent', userAgent())
  if (token) headers.set('authorization', `Bearer ${token}`)
  return fetch(address, { ...init, headers })
}

/**
 * The `fetch` of signed-in calls: bears the credential, renews it once when the server refuses it, and where the server
 * says how long to wait (429, 503 with Retry-After) waits as long as the time budget permits. Bodies are text, so that
 * a call can be made again.
 */
export function createSend({ credential, retryLimit, onPause }: Options): typeof fetch {
  return async (address, init = {}) => {
    const url = address instanceof Request ? address.url : String(address)
    let token = await credential.token()
    let hasRenewed = false
    for (let attempt = 0; ; attempt++) {
      const response = await sendOnce(url, init, token)
      if (response.status === 401 && token && !hasRenewed) {
        hasRenewed = true
        const fresh = await credential.renew(token)
        if (!fresh) return response
        token = fresh
        continue
      }
      const pause = retryDelaySeconds(response, attempt, retryLimit)
      if (pause === null) return response
      await response.body?.cancel()
      onPause(pause)
      await sleep(pause * 1000, undefined, init.signal ? { signal: init.signal } : {})
    }
  }
}
