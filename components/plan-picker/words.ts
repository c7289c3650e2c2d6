/** What a plan says of itself, and a discount. */
export const words = {
  yours: 'Your plan',
  noPrice: 'No price is set yet.',
  holds: (minutes: string) => `${minutes} of recordings a month`,
  intervals: { day: 'a day', week: 'a week', month: 'a month', year: 'a year' },
  off: (reduction: string) => `${reduction} off`,
  discount: 'A discount',
  reduced: (what: string, code: string | null, end: string | null) =>
    `${what}${code ? ` with ${code}` : ''}${end ? ` until ${end}` : ''}`,
} as const
