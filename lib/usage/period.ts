/** The start of the period that a moment falls in: the first of its calendar month, UTC. */
export function periodStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** When the period that a moment falls in ends and the allowance is whole again. */
export function periodEnd(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}

/** Stands for the language of a text that does not say it, where a charge is kept. */
export const UNKNOWN_LANG = 'und'

/** Milliseconds of media as the seconds that are counted: rounded up. */
export function billableSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
