import { z } from 'zod'
import { releaseFromSchedule } from '../end-subscription'
import { monthLater } from '../payments'
import { priceOf } from '../price-list'
import { recordEvent } from '../record-event'
import { clockOf, get, newSandboxId, put } from '../store'
import { type Endpoint, endpoint, whole } from './endpoint'
import { SandboxRefusal } from './refusal'
import { show } from './show'

const PATH = '/v1/subscription_schedules'

const phase = z.strictObject({
  items: z.tuple([z.strictObject({ price: z.string(), quantity: z.literal('1').default('1') })]),
  start_date: whole.optional(),
  end_date: whole.optional(),
  duration: z.strictObject({ interval: z.literal('month'), interval_count: z.literal('1') }).optional(),
  proration_behavior: z.literal('none').optional(),
})

const create = endpoint('POST', PATH, z.object({ from_subscription: z.string() }), async (tx, form) => {
  const kept = await get(tx, 'subscription', form.from_subscription)
  if (kept.schedule || kept.status === 'canceled') {
    throw new SandboxRefusal(
      400,
      'You cannot migrate a subscription that is already attached to a schedule, or has ended.',
    )
  }
  const customer = await get(tx, 'customer', kept.customer)
  const schedule = await put(tx, {
    id: newSandboxId('subscription_schedule'),
    object: 'subscription_schedule',
    customer: customer.id,
    subscription: kept.id,
    status: 'active',
    created: clockOf(customer),
    phases: [{ price: kept.price, startDate: kept.periodStart, endDate: kept.periodEnd }],
    current: 0,
  })
  await put(tx, { ...kept, schedule: schedule.id })
  await recordEvent(tx, 'subscription_schedule.created', schedule)
  return show(schedule)
})

const update = endpoint(
  'POST',
  `${PATH}/{id}`,
  z.object({ phases: z.array(phase).min(1), end_behavior: z.literal('release') }),
  async (tx, form, id) => {
    const kept = await get(tx, 'subscription_schedule', id)
    if (kept.status !== 'active') throw new SandboxRefusal(400, 'You cannot update a schedule that has ended.')
    const first = kept.phases[kept.current]
    if (form.phases[0]?.start_date !== first?.startDate) {
      throw new SandboxRefusal(400, 'The current phase must begin when it began.', { param: 'phases[0][start_date]' })
    }
    let at = first?.startDate ?? 0
    const phases = form.phases.map(({ items: [{ price }], start_date: start = at, end_date: end }) => {
      at = end ?? monthLater(start)
      return { price: priceOf(price).id, startDate: start, endDate: at }
    })
    const changed = await put(tx, { ...kept, phases, current: 0 })
    await recordEvent(tx, 'subscription_schedule.updated', changed)
    return show(changed)
  },
)

const release = endpoint('POST', `${PATH}/{id}/release`, z.object({}), async (tx, _form, id) => {
  const kept = await get(tx, 'subscription_schedule', id)
  if (kept.status !== 'active') throw new SandboxRefusal(400, `You cannot release a schedule that is ${kept.status}.`)
  await releaseFromSchedule(tx, await get(tx, 'subscription', kept.subscription))
  return show(await get(tx, 'subscription_schedule', id))
})

/** Subscription schedules: changes with a later period. */
export const scheduleEndpoints: readonly Endpoint[] = [create, update, release]
