import type { NewUser } from '@/lib/accounts/create-user'
import { type Subscription, subscriptionSchema } from '../contract'
import type { Provider } from './provider'

type Sent = { key?: string; body?: unknown; raw?: BodyInit; headers?: Record<string, string> }
type Answer = { status: number; headers: Headers; body: unknown; text: string }
type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>
type Signed = { payload: string; signature: string }

/** A subscriber's calls, against a service that is called by `call`. Anything but a 200 is thrown. */
export function drive(call: Call, provider: Provider) {
  async function subscription(user: NewUser, method: string, path = '', body?: unknown): Promise<Subscription> {
    const sent = { key: user.apiKey, ...(body === undefined ? {} : { body }) }
    const answer = await call(method, `/v1/me/subscription${path}`, sent)
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
    return subscriptionSchema.parse(answer.body)
  }

  async function checkoutUrl(user: NewUser, tier: string): Promise<string> {
    const answer = await call('POST', '/v1/checkout', { key: user.apiKey, body: { tier } })
    if (answer.status !== 200) throw new Error(`the checkout was answered ${answer.status}: ${answer.text}`)
    return (answer.body as { url: string }).url
  }

  const send = ({ payload, signature }: Signed) =>
    call('POST', '/v1/webhooks/billing', { raw: payload, headers: { 'stripe-signature': signature } })

  /** Delivers what has happened since, in order. Returns the types. */
  async function deliver(): Promise<string[]> {
    const events = await provider.events()
    for (const event of events) {
      const { status, text } = await send(event)
      if (status !== 200) throw new Error(`an event was answered ${status}: ${text}`)
    }
    return events.map(({ payload }) => (JSON.parse(payload) as { type: string }).type)
  }

  async function checkOut(user: NewUser, tier: string, how: 'pay' | 'decline' | 'authenticate') {
    await provider.checkOut(user, await checkoutUrl(user, tier), how)
    return deliver()
  }

  async function act(user: NewUser, action: Parameters<Provider['act']>[1]) {
    await provider.act(user, action)
    return deliver()
  }

  return {
    checkoutUrl,
    checkOut,
    act,
    send,
    deliver,
    read: (user: NewUser) => subscription(user, 'GET'),
    reconcile: (user: NewUser) => subscription(user, 'POST', '/reconcile'),
    cancel: (user: NewUser) => subscription(user, 'POST', '/cancel'),
    resume: (user: NewUser) => subscription(user, 'POST', '/resume'),
    change: (user: NewUser, tier: string) => subscription(user, 'POST', '/change', { tier }),
    dropChange: (user: NewUser) => subscription(user, 'DELETE', '/change'),
  }
}
