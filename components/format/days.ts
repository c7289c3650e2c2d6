const pad = (value: number) => String(value).padStart(2, '0')

/** The day of a moment in the zone of this machine, as `2026-11-22`. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
}

/** The moment at which a day, or one so many days later, begins in the zone of this machine, in ISO 8601. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString().replace('.000Z', 'Z')
}
