import type { Command } from 'commander'
import { getSubscription, type Subscription } from '@/lib/billing/contract'
import type { Context } from '../context'
import { lengthWords } from '../length-words'
import { perform } from '../perform'

function day(iso: string): string {
  return iso.slice(0, 10)
}

function words(subscription: Subscription): string {
  const { tier, limit_seconds: limit, used_seconds: used, current_period_end: end } = subscription
  const lines = [`${lengthWords(used)} of ${lengthWords(limit)} used, on the ${tier} plan`]
  const { reserved_seconds: reserved } = subscription
  if (reserved > 0) lines.push(`Running jobs hold ${lengthWords(reserved)} more`)
  if (end)
    lines.push(subscription.cancel_at_period_end ? `The plan ends on ${day(end)}` : `Counted anew on ${day(end)}`)
  const { pending_tier: next, pending_change_at: at } = subscription
  if (next) lines.push(`It changes to the ${next} plan${at ? ` on ${day(at)}` : ''}`)
  if (subscription.payment_state && subscription.payment_state !== 'ok') {
    lines.push(`The payment needs you: ${subscription.payment_state.replaceAll('_', ' ')}`)
  }
  return `${lines.join('\n')}\n`
}

async function usage(context: Context): Promise<void> {
  const { body } = await context.call(getSubscription, {})
  await context.print(body, words(body))
}

/** verbatim usage */
export function addUsage(program: Command, interruption: AbortSignal): void {
  program
    .command('usage')
    .description('Tell how much of your allowance is used, and what changes when')
    .action(perform(interruption, (context) => usage(context)))
}
