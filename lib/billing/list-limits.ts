import { tiers } from '@/lib/tiers/tiers'

/** Seconds of transcript a period, by tier: what the plans differ in. */
export function listLimits(): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(tiers()).map(([name, { seconds }]) => [name, seconds]))
}
