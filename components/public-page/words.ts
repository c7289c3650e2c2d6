/** What the page of a published transcript says. */
export const words = {
  copy: 'Copy',
  copied: 'Text copied',
  notFetched: (status: number) => `The text could not be fetched (${status}).`,
  downloads: 'Downloads',
  player: 'Player',
  transcript: 'Transcript',
  silence: 'No speech was found in this recording.',
} as const
