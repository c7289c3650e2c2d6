import { SANDBOX_KEY } from '../sandbox-key'
import { inSandbox, newSandboxId } from '../store'
import { accountEndpoints } from './account-endpoints'
import type { Endpoint } from './endpoint'
import { SandboxRefusal } from './refusal'
import { scheduleEndpoints } from './schedule-endpoints'
import { subscriptionEndpoints } from './subscription-endpoints'

type Call = { answer: Endpoint['answer']; form: Record<string, unknown>; id: string }

const ENDPOINTS = [...accountEndpoints, ...subscriptionEndpoints, ...scheduleEndpoints].map((one) => ({
  ...one,
  pattern: new RegExp(`^${one.path.replace('{id}', '([A-Za-z0-9_]{1,80})')}$`),
}))

async function findCall(request: Request): Promise<Call> {
  const { pathname, search } = new URL(request.url)
  if (request.headers.get('authorization') !== `Bearer ${SANDBOX_KEY}`) {
    throw new SandboxRefusal(401, 'Invalid API Key provided.')
  }
  for (const { method, pattern, answer } of ENDPOINTS) {
    const match = method === request.method ? pattern.exec(pathname) : null
    if (!match) continue
    const text = request.method === 'GET' ? search : await request.text()
    return { answer, form: parseForm(text), id: match[1] ?? '' }
  }
  throw new SandboxRefusal(404, `Unrecognized request URL (${request.method}: ${pathname}).`)
}

/**
 * Stripe's API as far as billing uses it, as a `fetch`: stateful, over this service's database, strict about parameters
 * and transitions, and without any way out. It goes under the official SDK, which takes it for Stripe.
 */
export const sandboxFetch: typeof fetch = async (input, init) => {
  const headers = { 'request-id': `req_${newSandboxId('event').slice(4, 18)}` }
  try {
    const { answer, form, id } = await findCall(new Request(input, init))
    const body = await inSandbox((tx) => answer(tx, form, id))
    return Response.json(body, { headers })
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error
    return Response.json(error.body, { status: error.status, headers })
  }
}

type Value = string | Value[] | { [name: string]: Value }
type Branch = { [name: string]: string | Branch }

function toValue(node: string | Branch): Value {
  if (typeof node === 'string') return node
  const entries = Object.entries(node)
  if (entries.length > 0 && entries.every(([name], index) => name === String(index))) {
    return entries.map(([, child]) => toValue(child))
  }
  return Object.fromEntries(entries.map(([name, child]) => [name, toValue(child)]))
}

/** A form in Stripe's manner: `items[0][price]=p` is `{ items: [{ price: 'p' }] }`. Every leaf is a string. */
function parseForm(text: string): Record<string, Value> {
  const root: Branch = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let at = root
    for (const part of path) {
      const next = at[part]
      const branch: Branch = typeof next === 'object' ? next : Object.create(null)
      at[part] = branch
      at = branch
    }
    at[last] = value
  }
  return Object.fromEntries(Object.entries(root).map(([name, node]) => [name, toValue(node)]))
}
