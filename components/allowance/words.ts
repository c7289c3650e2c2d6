/** What can be done when a recording is longer than the minutes that are left. */
export const words = {
  takePart: (time: string) => `Take the first ${time}`,
  takeBeginning: 'Take the beginning',
  plans: 'See the plans',
} as const
