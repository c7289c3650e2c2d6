import { z } from 'zod'
import { respondToSignIn } from '../next-auth/respond-to-sign-in'

const csrfSchema = z.object({ csrfToken: z.string() })

export const ORIGIN = 'http://localhost:3000'

type Sent = { form?: Record<string, string>; headers?: Record<string, string> }

/** A browser that is on our pages: it keeps cookies, and says of its requests that they are same-origin. */
export function openBrowser(common: Record<string, string> = {}) {
  const jar = new Map<string, string>()

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }

  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  /** Asks for something under `/api/auth/`. */
  async function ask(method: 'GET' | 'POST', path: string, { form, headers = {} }: Sent = {}): Promise<Response> {
    const init: RequestInit = {
      method,
      headers: { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie: cookies(), ...common, ...headers },
    }
    if (form) init.body = new URLSearchParams(form)
    const url = new URL(`/api/auth/${path}`, ORIGIN)
    const response = await respondToSignIn(new Request(url, init), url.pathname.split('/').slice(3), '127.0.0.1')
    keep(response)
    return response
  }

  /** Begins a sign-in as the page does: with a fresh CSRF token. */
  async function begin(method: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const { csrfToken } = csrfSchema.parse(await (await ask('GET', 'csrf')).json())
    return ask('POST', `signin/${method}`, { form: { csrfToken, ...form }, headers })
  }

  return { jar, cookies, ask, begin }
}

export type Browser = ReturnType<typeof openBrowser>

/** The fields of the page that a link leads to. */
export function fieldsOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link).searchParams)
}
