/** What the script of a public page says. */
export const words = {
  copied: 'Text copied',
  notFetched: (status: number) => `The text could not be fetched (${status}).`,
} as const
