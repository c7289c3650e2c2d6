export const words = {
  yours: 'Your plan',
  noPrice: 'No price set',
  holds: (minutes: string) => `${minutes} per month, captions included`,
  intervals: { day: 'per day', week: 'per week', month: 'per month', year: 'per year' },
  off: (reduction: string) => `${reduction} off`,
  discount: 'Discount',
  reduced: (what: string, code: string | null, end: string | null) =>
    `${what}${code ? ` with ${code}` : ''}${end ? ` until ${end}` : ''}`,
} as const
