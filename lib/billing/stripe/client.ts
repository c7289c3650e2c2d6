import Stripe from 'stripe'
import { singleton } from '@/lib/core/concurrency/singleton'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { billingMode } from '../billing-mode'
import { sandboxFetch } from '../sandbox/endpoints/sandbox-fetch'
import { SANDBOX_KEY } from '../sandbox/sandbox-key'

const SHARED = { telemetry: false, appInfo: { name: 'Verbatim' } } as const

/** How long a page waits for a provider that does not respond, and how long that is remembered. */
const PATIENCE_MS = 3_000
const SILENCE_MS = 30_000

/** Creates the client of Stripe, or of the server at `STRIPE_API_URL`. */
function makeClient(key: string): Stripe {
  const { STRIPE_API_URL } = env()
  const options = { ...SHARED, timeout: 10_000, maxNetworkRetries: 2 }
  if (!STRIPE_API_URL) return new Stripe(key, options)
  const { protocol, hostname, port } = new URL(STRIPE_API_URL)
  const isHttps = protocol === 'https:'
  return new Stripe(key, {
    ...options,
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? '443' : '80'),
  })
}

function makeSandboxClient(): Stripe {
  const httpClient = Stripe.createFetchHttpClient(sandboxFetch)
  return new Stripe(SANDBOX_KEY, { ...SHARED, httpClient, maxNetworkRetries: 0 })
}

/** The official SDK, over the network or, in sandbox mode, over the sandbox in this process. Throws where neither is set up. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env()
  const mode = billingMode()
  if (mode === 'sandbox') return singleton('stripe-sandbox', makeSandboxClient)
  if (mode !== 'stripe' || !STRIPE_SECRET_KEY) throw new Error(`nobody takes money: billing is ${mode}`)
  return singleton(`stripe:${STRIPE_API_URL ?? ''}`, () => makeClient(STRIPE_SECRET_KEY))
}

/** When a provider that did not respond may be called again for a page, in milliseconds of the clock. */
const silence = () => singleton(`stripe-silence:${env().STRIPE_API_URL ?? ''}`, () => ({ untilMs: 0 }))

/** Throws `billing_unavailable` for half a minute after the provider did not respond. */
export function requireResponsive(): void {
  if (Date.now() >= silence().untilMs) return
  throw new Problem('billing_unavailable', { cause: 'the provider did not respond a moment ago' })
}

/**
 * Calls the provider, and waits three seconds for it; with `change` as long as the SDK does, because what is changed there must be known.
 * Throws `billing_unavailable` when it does not respond, or refuses.
 */
export async function callStripe<T>(question: (api: Stripe) => Promise<T>, { change } = { change: false }): Promise<T> {
  const deadline = startDeadline(change ? {} : { timeoutMs: PATIENCE_MS })
  try {
    const answer = await deadline.race(question(stripe()))
    silence().untilMs = 0
    return answer
  } catch (cause) {
    if (deadline.isLate() || cause instanceof Stripe.errors.StripeConnectionError)
      silence().untilMs = Date.now() + SILENCE_MS
    throw new Problem('billing_unavailable', { cause })
  } finally {
    deadline.stop()
  }
}
