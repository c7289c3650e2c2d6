import { formatDuration, formatMinutes } from '@/components/format/format-duration'
import { type ImportCost, UNCOUNTED_SECONDS } from '@/lib/imports/choice/count-cost'
import { words } from '../words'

function reachLine({ items, unknown, reached, seconds }: ImportCost, remaining: number): string {
  if (remaining >= UNCOUNTED_SECONDS) return ''
  const left = formatMinutes(remaining, 'down')
  if (reached < items - unknown) return words.reachesFor(left, reached)
  return seconds > 0 ? words.reaches(left) : words.leftFor(left)
}

/** The cost of a choice, and how far the remaining allowance reaches, in a sentence or two. */
export function costLine(cost: ImportCost, remainingSeconds: number): string {
  const { items, seconds, unknown } = cost
  if (items === 0) return words.costsNothing
  const length = seconds > 0 ? formatDuration(seconds) : null
  const parts = [words.fresh(items), length, unknown > 0 ? words.ofUnknownLength(unknown) : null].filter(
    (part) => part !== null,
  )
  return [`${parts.join(', ')}.`, reachLine(cost, remainingSeconds)].filter(Boolean).join(' ')
}
