import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { UNLIMITED_SECONDS } from './contract'

const tierSchema = z.strictObject({
  /** Seconds of transcript in a period. */
  seconds: z.int().min(0).max(2_000_000_000),
  /** The price in the currency's smallest unit: what is shown where the provider can't be asked. */
  amount: z.int().min(0),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/)
    .default('usd'),
})
const tableSchema = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,30}$/), tierSchema)
  .refine((table) => Object.hasOwn(table, FREE_TIER), 'it needs the tier free')

export type Tier = z.infer<typeof tierSchema>

/** The tier without a payment. */
export const FREE_TIER = 'free'

/** The one table of tiers, the smallest first. */
const DEFAULT_TIERS: Readonly<Record<string, Tier>> = {
  free: { seconds: 900, amount: 0, currency: 'usd' },
  pro: { seconds: 36_000, amount: 900, currency: 'usd' },
  ultra: { seconds: 180_000, amount: 2_900, currency: 'usd' },
}

const read = new Map<string, Readonly<Record<string, Tier>>>()

function readTiers(setting: string): Readonly<Record<string, Tier>> {
  try {
    const text = setting.startsWith('{') ? setting : readFileSync(setting, 'utf8')
    return tableSchema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`TIERS can't be used: ${reason}`, { cause: error })
  }
}

/** The tiers by name, the smallest first: Verbatim's own, or those of the `TIERS` setting. Throws when it can't be used. */
export function tiers(): Readonly<Record<string, Tier>> {
  const setting = env().TIERS
  if (!setting) return DEFAULT_TIERS
  const known = read.get(setting)
  if (known) return known
  const table = readTiers(setting)
  read.set(setting, table)
  return table
}

/** A tier's row of the table. Throws `unknown_tier`. */
export function findTier(name: string): Tier {
  const table = tiers()
  const tier = Object.hasOwn(table, name) ? table[name] : undefined
  if (tier) return tier
  const names = Object.keys(table)
  throw new Problem('unknown_tier', {
    detail: `Unknown plan ${name.slice(0, 40)}. Choose one of ${names.join(', ')}.`,
    context: { field: 'tier', input: name.slice(0, 200), tiers: names },
  })
}

/** The two tiers of a user: the one the operator granted, and the one a subscription pays for now. */
export type UserTiers = { grantedTier: string; paidTier: string | null }

/**
 * The tier that counts for a user: the larger of the two, so that a subscription that begins, changes or ends never takes
 * away what was granted. A tier that an operator has taken out of the table is below all others.
 */
export function effectiveTier({ grantedTier, paidTier }: UserTiers): string {
  const order = Object.keys(tiers())
  return paidTier !== null && order.indexOf(paidTier) >= order.indexOf(grantedTier) ? paidTier : grantedTier
}

/** Seconds a period on a tier. One that an operator has taken out of the table counts as free. */
export function allowanceSeconds(name: string): number {
  if (env().BILLING === 'off') return UNLIMITED_SECONDS
  const table = tiers()
  const tier = (Object.hasOwn(table, name) ? table[name] : undefined) ?? table[FREE_TIER]
  return tier?.seconds ?? 0
}
