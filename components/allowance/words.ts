/** What can be done when a recording is longer than the minutes that are left. */
export const words = {
  takePart: (time: string) => `Take the first ${time}`,
  takeBeginning: 'Transcribe the beginning',
  plans: 'See plans',
} as const
