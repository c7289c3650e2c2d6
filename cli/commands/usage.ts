import { type Command, Option } from 'commander'
import { getSubscription, type Subscription } from '@/lib/billing/contract'
import { readUsageHistory, UNLIMITED_SECONDS } from '@/lib/usage/contract'
import type { Context } from '../context'
import { durationInWords } from '../duration-in-words'
import { perform } from '../perform'
import { toTable } from '../terminal/to-table'

function day(iso: string): string {
  return iso.slice(0, 10)
}

function words(subscription: Subscription): string {
  const { tier, limit_seconds: limit, used_seconds: used, current_period_end: end } = subscription
  if (limit >= UNLIMITED_SECONDS) return `${durationInWords(used)} used; minutes are not limited\n`
  const lines = [`${durationInWords(used)} of ${durationInWords(limit)} used, on the ${tier} plan`]
  const { reserved_seconds: reserved } = subscription
  if (reserved > 0) lines.push(`Running jobs reserve another ${durationInWords(reserved)}`)
  if (end) lines.push(subscription.cancel_at_period_end ? `The plan ends on ${day(end)}` : `Resets on ${day(end)}`)
  const { pending_tier: next, pending_change_at: at } = subscription
  if (next) lines.push(`The plan changes to ${next}${at ? ` on ${day(at)}` : ''}`)
  if (subscription.payment_state && subscription.payment_state !== 'ok') {
    lines.push(`The payment needs your attention: ${subscription.payment_state.replaceAll('_', ' ')}`)
  }
  return `${lines.join('\n')}\n`
}

async function usageByDay(context: Context): Promise<void> {
  const { body } = await context.call(readUsageHistory, { query: {} })
  const rows = body.days.flatMap(({ day, platforms }) =>
    platforms.map(({ platform, seconds, transcripts }) => [
      day,
      platform,
      durationInWords(seconds),
      String(transcripts),
    ]),
  )
  const total = `\n${durationInWords(body.total_seconds)} from ${body.from} to ${body.to}\n`
  await context.print(
    body,
    rows.length === 0 ? `Nothing was charged from ${body.from} to ${body.to}.\n` : toTable(rows) + total,
  )
}

async function usage(context: Context, { by }: { by?: string }): Promise<void> {
  if (by !== undefined) return usageByDay(context)
  const { body } = await context.call(getSubscription, {})
  await context.print(body, words(body))
}

export function addUsage(program: Command, interruption: AbortSignal): void {
  program
    .command('usage')
    .description('Show your usage, your plan and upcoming changes')
    .addOption(new Option('--by <unit>', 'show the usage of the last 90 days by day and platform').choices(['day']))
    .action(perform(interruption, usage))
}
