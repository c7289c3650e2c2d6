import { words } from '@/components/words'
import { formatShortClock } from '@/lib/captions/clock'

/** Whole minutes for people: "45 min", "10 h", "1 h 5 min". */
function hoursAndMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return words.minutes(minutes)
  return rest === 0 ? words.hours(hours) : words.hoursAndMinutes(hours, rest)
}

/** A length in a list, beside others: as a clock, `0:11` or `1:02:03`. */
export function formatLength(seconds: number): string {
  return formatShortClock(Math.round(seconds) * 1000)
}

/** A length in a sentence: as a clock under two minutes, then whole minutes, then hours and minutes. */
export function formatDuration(seconds: number): string {
  return seconds < 120 ? formatShortClock(Math.ceil(seconds) * 1000) : hoursAndMinutes(Math.round(seconds / 60))
}

/** An allowance for people, in whole minutes and hours: what is left is rounded down, what is used up. */
export function formatMinutes(seconds: number, round: 'up' | 'down'): string {
  return hoursAndMinutes(round === 'up' ? Math.ceil(seconds / 60) : Math.floor(seconds / 60))
}
