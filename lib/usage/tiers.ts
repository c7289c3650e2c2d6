import { Problem } from '@/lib/platform/problem'

/** Seconds of transcript a month, tier by tier. The one table of them. */
const ALLOWANCE_SECONDS: Readonly<Record<string, number>> = { free: 900, pro: 36_000, ultra: 180_000 }

const TIERS = Object.keys(ALLOWANCE_SECONDS)

/** Seconds a month on a tier. Throws `unknown_tier`. */
export function allowanceSeconds(tier: string): number {
  const seconds = Object.hasOwn(ALLOWANCE_SECONDS, tier) ? ALLOWANCE_SECONDS[tier] : undefined
  if (seconds === undefined) {
    throw new Problem('unknown_tier', {
      detail: `There is no plan named ${tier.slice(0, 40)}. Choose one of ${TIERS.join(', ')}.`,
      context: { field: 'tier', tiers: TIERS },
    })
  }
  return seconds
}
