/** The texts of the script of a public page. */
export const words = {
  copied: 'Text copied',
  notFetched: (status: number) => `The text couldn’t be loaded (${status}).`,
} as const
