/** The texts for a recording that is longer than the remaining minutes. */
export const words = {
  takePart: (time: string) => `Take the first ${time}`,
  takeBeginning: 'Transcribe the beginning',
  plans: 'See plans',
} as const
