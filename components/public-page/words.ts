/** What a public page says beside its text. */
export const words = {
  copy: 'Copy',
  copied: 'Text copied',
  notFetched: (status: number) => `The text could not be fetched (${status}).`,
  silence: 'No speech was found in this recording.',
  downloads: 'Downloads',
  gone: 'There is nothing here',
  goneDetail: 'Nothing is published at this address, or it is no longer.',
  start: 'Start with a recording',
} as const
