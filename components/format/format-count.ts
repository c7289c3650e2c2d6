import { LOCALE } from './locale'

const counts = new Intl.NumberFormat(LOCALE)

/** A number of things, as the interface's language writes it: 12,345. */
export function formatCount(count: number): string {
  return counts.format(count)
}
