import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { actOn } from '../sandbox/act'
import { completeCheckoutOf } from '../sandbox/complete-checkout'
import type { SandboxAction } from '../sandbox/contract'
import { signEvent } from '../sandbox/deliver-event'
import type { Provider } from './provider'

const PAYMENT_METHODS = { pay: ['pay'], decline: ['decline'], authenticate: ['authenticate', 'confirm'] } as const

async function customerOf({ userId }: NewUser): Promise<string> {
  return (await db().billingAccount.findUniqueOrThrow({ where: { userId } })).customerId
}

async function undelivered(): Promise<string[]> {
  const known = await db().billingEvent.findMany({ select: { id: true } })
  const rows = await db().sandboxObject.findMany({
    where: { kind: 'event', id: { notIn: known.map(({ id }) => id) } },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ id }) => id)
}

/** The sandbox: embedded, or at an address that replaces Stripe's. */
export function sandboxProvider(name: string): Provider {
  return {
    name,
    prepare: async () => {},
    checkOut: async (user, url, how) => {
      const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
      for (const step of PAYMENT_METHODS[how]) {
        await completeCheckoutOf(await customerOf(user), sessionId, { step, promotionCode: null })
      }
    },
    act: async (user, action: SandboxAction) => actOn(await customerOf(user), action),
    events: async () => {
      const signed = await Promise.all((await undelivered()).map(signEvent))
      return signed.filter((event) => event !== null)
    },
  }
}
