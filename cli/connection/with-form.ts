import { userAgent } from './user-agent'

/** A `fetch` that sends these parameters as a form: how OAuth's endpoints take them. */
export function withForm(parameters: Record<string, string>): typeof fetch {
  return (address, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent())
    return fetch(address, { ...init, headers, body: new URLSearchParams(parameters) })
  }
}
