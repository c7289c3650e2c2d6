/** The texts of the aids for reading. The script of a public page includes them, so they stand apart from the other words. */
export const words = {
  copyQuote: 'Copy quote',
  quoteCopied: 'Quote copied with its time and link',
  nothingSelected: 'Select some of the text first.',
  notFetched: (status: number) => `The word times couldn’t be loaded (${status}).`,
  linkCopied: (clock: string) => `Link at ${clock} copied`,
} as const
